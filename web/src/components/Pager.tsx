import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './Icon';
import classes from './Pager.module.css';

interface Props {
  /** The range of rows, such as "1–50 of 12,431". */
  text: string;
  page: { prev_cursor?: string; next_cursor?: string };
  /** The page belongs to the previous query, so its cursors must not be used. */
  busy: boolean;
  onChange: (cursor: string) => void;
  /** Called when the next button is hovered or focused, to prefetch the page. */
  onNextHover?: (cursor: string) => void;
  /** Content at the start, such as the page size. */
  children?: ReactNode;
}

/**
 * Cursor-based paging: previous and next, without page numbers. Sticks to the bottom of the content
 * area.
 */
export function Pager({ text, page, busy, onChange, onNextHover, children }: Props) {
  const actionFor = (cursor: string | undefined, action: Props['onNextHover']) =>
    action && cursor && !busy ? () => action(cursor) : undefined;
  const { prev_cursor: previous, next_cursor: next } = page;
  return (
    <nav className={`row ${classes.pager}`} aria-label="Pages">
      {children}
      <span className={classes.text}>{text}</span>
      <PageButton label="Previous page" icon="chevron-left" onClick={actionFor(previous, onChange)} />
      <PageButton
        label="Next page"
        icon="chevron-right"
        onClick={actionFor(next, onChange)}
        onHover={actionFor(next, onNextHover)}
      />
    </nav>
  );
}

interface PageButtonProps {
  label: string;
  icon: 'chevron-left' | 'chevron-right';
  onClick?: () => void;
  onHover?: () => void;
}

/** Uses aria-disabled instead of disabled, so that the button keeps the focus on the last page. */
function PageButton({ label, icon, onClick, onHover }: PageButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={label}
        data-repeatable
        aria-disabled={!onClick}
        data-disabled={!onClick || undefined}
        onClick={onClick}
        onPointerEnter={onHover}
        onFocus={onHover}
      >
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
}
