import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ChangeSet, SourceRestore } from '@/api/gen/types.gen';
import { ChangeSetDrawer } from '@/components/change-set/ChangeSetDrawer';
import { Icon } from '@/components/Icon';
import { notifyError } from '@/components/notify';
import { useMakeDraft } from '@/entities/change-set/change-set.mutations';

interface Props {
  sourceId: string;
  /** The version to restore; a deleted source is restored as it was. */
  version: SourceRestore;
  /** The label of the button, such as "Restore this version". */
  label: string;
}

/** Previews the restoration of a version of a source in a side panel. */
export function RestoreButton({ sourceId, version, label }: Props) {
  const [draft, setDraft] = useState<ChangeSet | null>(null);
  const makeDraft = useMakeDraft();
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<Icon name="restore" size={14} />}
        loading={makeDraft.isPending}
        onClick={() =>
          makeDraft.mutate(
            { type: 'restore', sourceId, body: version },
            { onSuccess: setDraft, onError: (error) => notifyError('The version was not previewed', error) },
          )
        }
      >
        {label}
      </Button>
      <ChangeSetDrawer draft={draft} title="Restore" onClose={() => setDraft(null)} />
    </>
  );
}
