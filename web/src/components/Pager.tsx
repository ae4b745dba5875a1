import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './Icon';
import classes from './Pager.module.css';

interface Props {
  /** What the page shows of how many. */
  text: string;
  onPrevious?: () => void;
  onNext?: () => void;
  /** The pointer or the focus is on "next": a good moment to fetch it. */
  onNextLikely?: () => void;
  /** At the other end, such as the number of rows. */
  children?: ReactNode;
}

/** Pages without numbers: the list is found by its neighbours. Sticks to the bottom, so that it is always at hand. */
export function Pager({ text, onPrevious, onNext, onNextLikely, children }: Props) {
  return (
    <nav className={classes.pager} aria-label="Pages">
      {children}
      <span className={classes.text}>{text}</span>
      <Turn label="Previous page" icon="chevron-left" onClick={onPrevious} />
      <Turn label="Next page" icon="chevron-right" onClick={onNext} onLikely={onNextLikely} />
    </nav>
  );
}

interface TurnProps {
  label: string;
  icon: 'chevron-left' | 'chevron-right';
  onClick?: () => void;
  onLikely?: () => void;
}

/** Stays focusable at the end of the list: a control that vanishes under the fingers takes the keyboard's place along. */
function Turn({ label, icon, onClick, onLikely }: TurnProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={label}
        aria-disabled={!onClick}
        data-disabled={!onClick || undefined}
        onClick={onClick}
        onPointerEnter={onLikely}
        onFocus={onLikely}
      >
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
}
