import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ChangeSet, SourceRestore } from '@/api/gen/types.gen';
import { ChangeSetDrawer } from '@/components/change-set/ChangeSetDrawer';
import { Icon } from '@/components/Icon';
import { notifyError } from '@/components/notify';
import { useMakeDraft } from '@/entities/change-set/change-set.mutations';
import { fieldsOf, RestoreFields } from './RestoreFields';

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
  const [fields, setFields] = useState<ReturnType<typeof fieldsOf>>([]);
  const makeDraft = useMakeDraft();
  function preview(body: SourceRestore, onSuccess: (made: ChangeSet) => void) {
    const onError = (error: Error) => notifyError('The version was not previewed', error);
    makeDraft.mutate({ type: 'restore', sourceId, body }, { onSuccess, onError });
  }
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<Icon name="restore" size={14} />}
        loading={makeDraft.isPending}
        onClick={() =>
          preview(version, (made) => {
            setFields(version.event_id ? fieldsOf(made) : []); // a deleted source is restored as a whole
            setDraft(made);
          })
        }
      >
        {label}
      </Button>
      <ChangeSetDrawer
        draft={draft}
        title="Restore"
        choice={
          fields.length > 1 && (
            <RestoreFields
              fields={fields}
              isPending={makeDraft.isPending}
              onChoose={(chosen) => preview({ ...version, fields: chosen }, setDraft)}
            />
          )
        }
        onClose={() => setDraft(null)}
      />
    </>
  );
}
