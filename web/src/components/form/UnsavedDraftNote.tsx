import { Button } from '@mantine/core';
import { Note } from '@/components/Note';
import { RelativeTime } from '@/components/RelativeTime';

interface Props {
  draft: { at: string };
  onRestore: () => void;
  onDiscard: () => void;
}

/** Offers to restore the unsaved draft of the form, after a reload or an expired session. */
export function UnsavedDraftNote({ draft, onRestore, onDiscard }: Props) {
  return (
    <Note tone="info">
      <div className="spread">
        <span>
          You have an unsaved draft from <RelativeTime at={draft.at} />.
        </span>
        <span className="row">
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
