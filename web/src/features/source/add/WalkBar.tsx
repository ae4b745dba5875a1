import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { Ref } from 'react';
import { Icon } from '@/components/Icon';
import { KeyHint } from '@/components/KeyHint';
import type { Entry } from './entry';
import classes from './WalkBar.module.css';

interface Props {
  /** Takes the focus when what had it is gone. */
  ref: Ref<HTMLDivElement>;
  entry: Entry;
  of: number;
  onOpen: (line: number) => void;
  onSkip: () => void;
  /** It was skipped, and is wanted after all. */
  onTakeUp: () => void;
}

/** Where a person is in the list, and the way on and back. */
export function WalkBar({ ref, entry: { line, address, phase }, of, onOpen, onSkip, onTakeUp }: Props) {
  const go = (to: number) => {
    if (to >= 1 && to <= of) onOpen(to);
  };
  useHotkeys(
    [
      ['alt+ArrowDown', () => go(line + 1)],
      ['alt+ArrowUp', () => go(line - 1)],
    ],
    [],
  );
  return (
    <div className={classes.walk}>
      <div className={classes.where} role="status" ref={ref} tabIndex={-1}>
        <strong>
          Address {line} of {of}
        </strong>
        <span className={classes.address}>{address}</span>
      </div>
      <div className={classes.ways}>
        {phase === 'skipped' ? (
          <Button variant="subtle" size="compact-sm" onClick={onTakeUp}>
            Take it up again
          </Button>
        ) : (
          phase !== 'saved' && (
            <Button variant="subtle" size="compact-sm" disabled={phase === 'saving'} onClick={onSkip}>
              Skip
            </Button>
          )
        )}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="chevron-left" size={14} />}
          disabled={line === 1}
          onClick={() => go(line - 1)}
        >
          Previous
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          rightSection={<Icon name="chevron-right" size={14} />}
          disabled={line === of}
          onClick={() => go(line + 1)}
        >
          Next
        </Button>
        <KeyHint keys={['Alt ↑', 'Alt ↓']} />
      </div>
    </div>
  );
}
