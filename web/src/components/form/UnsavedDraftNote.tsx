import { Button } from '@mantine/core';
import { Note } from '@/components/Note';
import { RelativeTime } from '@/components/RelativeTime';
import classes from '@/components/form/notes.module.css';

interface Props {
  draft: { at: string };
  onRestore: () => void;
  onDiscard: () => void;
}

/** Offers to restore the unsaved draft of the form, after a reload or an expired session. */
export function UnsavedDraftNote({ draft, onRestore, onDiscard }: Props) {
  return (
    <Note tone="info">
      <div className={classes.row}>
        <span>
          You have an unsaved draft from <RelativeTime at={draft.at} />.
        </span>
        <span className={classes.buttons}>
          <Button size="compact-sm" variant="default" onClick={onRestore}>
            Restore draft
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={onDiscard}>
            Discard draft
          </Button>
        </span>
      </div>
    </Note>
  );
}
