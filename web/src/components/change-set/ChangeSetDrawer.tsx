import { Drawer } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ChangeSet } from '@/api/gen/types.gen';
import { useDiscardIncompleteDraft } from '@/entities/change-set/change-set.mutations';
import classes from './change-set.module.css';
import { ChangeSetReview } from './ChangeSetReview';

interface Props {
  /** The draft whose preview is shown; null closes the panel. */
  draft: ChangeSet | null;
  title: string;
  /** An input that changes the draft; shown above its preview. */
  choice?: ReactNode;
  onClose: () => void;
}

/** A side panel with the preview of a change, which is applied there. */
export function ChangeSetDrawer({ draft, title, choice, onClose }: Props) {
  const [shown, setShown] = useState<{ of: string; id: string }>();
  // The undo of the change is shown in the same panel.
  const id = draft && (shown?.of === draft.id ? shown.id : draft.id);
  useDiscardIncompleteDraft(id ?? undefined);
  return (
    <Drawer
      opened={draft !== null}
      onClose={onClose}
      position="right"
      size={520}
      title={title}
      overlayProps={{ backgroundOpacity: 0.35 }}
      classNames={{ title: classes.drawerTitle }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {draft && id && (
        <ChangeSetReview
          key={id}
          id={id}
          choice={shown?.of === draft.id ? undefined : choice}
          onReplace={(changeSet) => setShown({ of: draft.id, id: changeSet.id })}
          onClose={onClose}
        />
      )}
    </Drawer>
  );
}
