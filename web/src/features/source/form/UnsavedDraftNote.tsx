import { Button } from '@mantine/core';
import { Note } from '@/components/Note';
import { RelativeTime } from '@/components/RelativeTime';
import type { Draft } from './draft';
import classes from './notes.module.css';

interface Props {
  draft: Pick<Draft, 'at'>;
  onRestore: () => void;
  onDiscard: () => void;
}

/** After a reload or an expired session: what was typed is still there. */
export function UnsavedDraftNote({ draft, onRestore, onDiscard }: Props) {
  return (
    <Note tone="info">
      <div className={classes.row}>
        <span>
          What you typed here and did not save is still there (<RelativeTime at={draft.at} />
          ).
        </span>
        <span className={classes.buttons}>
          <Button size="compact-sm" variant="default" onClick={onRestore}>
            Restore it
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={onDiscard}>
            Discard it
          </Button>
        </span>
      </div>
    </Note>
  );
}
