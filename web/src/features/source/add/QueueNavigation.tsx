import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { Ref } from 'react';
import { Icon } from '@/components/Icon';
import { KeyHint } from '@/components/KeyHint';
import type { Entry } from './entry';
import classes from './QueueNavigation.module.css';

interface Props {
  /** The element that gets the focus when the focused element was removed. */
  ref: Ref<HTMLDivElement>;
  entry: Entry;
  total: number;
  onOpen: (position: number) => void;
  onSkip: () => void;
  /** Queues a skipped entry again. */
  onUndoSkip: () => void;
}

/** Shows the position in the list, and moves to the previous or next address. */
export function QueueNavigation({ ref, entry, total, onOpen, onSkip, onUndoSkip }: Props) {
  const { position, address, phase } = entry;
  const open = (target: number) => {
    if (target >= 1 && target <= total) onOpen(target);
  };
  useHotkeys(
    [
      ['alt+ArrowDown', () => open(position + 1)],
      ['alt+ArrowUp', () => open(position - 1)],
    ],
    [],
  );
  return (
    <div className={`spread ${classes.navigation}`}>
      <div className={classes.current} role="status" ref={ref} tabIndex={-1}>
        <strong>
          Address {position} of {total}
        </strong>
        <span className="truncate dimmed">{address}</span>
      </div>
      <div className="row">
        {phase.name === 'skipped' && (
          <Button variant="subtle" size="compact-sm" onClick={onUndoSkip}>
            Undo skip
          </Button>
        )}
        {phase.name !== 'skipped' && phase.name !== 'saved' && (
          <Button variant="subtle" size="compact-sm" disabled={phase.name === 'saving'} onClick={onSkip}>
            Skip
          </Button>
        )}
        <Button
          variant="default"
          size="compact-sm"
          data-repeatable
          leftSection={<Icon name="chevron-left" size={14} />}
          disabled={position === 1}
          onClick={() => open(position - 1)}
        >
          Previous
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          data-repeatable
          rightSection={<Icon name="chevron-right" size={14} />}
          disabled={position === total}
          onClick={() => open(position + 1)}
        >
          Next
        </Button>
        <KeyHint keys={['Alt ↑', 'Alt ↓']} />
      </div>
    </div>
  );
}
