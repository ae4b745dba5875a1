import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ChangeSet, SourceRestore } from '@/api/gen/types.gen';
import { ChangeSetDrawer } from '@/components/change-set/ChangeSetDrawer';
import { Icon } from '@/components/Icon';
import { notifyError } from '@/components/notify';
import { useMakeDraft } from '@/entities/change-set/change-set.mutations';
import { fieldsOf, RestoreFields, type Field } from './RestoreFields';

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
  // Kept here, because each preview is another draft, with which the panel is rendered anew.
  const [fields, setFields] = useState<Field[]>([]);
  const [chosen, setChosen] = useState<Field[]>([]);
  const [previewed, setPreviewed] = useState<Field[]>([]);
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
            const changed = version.event_id ? fieldsOf(made) : []; // a deleted source is restored as a whole
            setFields(changed);
            setChosen(changed);
            setPreviewed(changed);
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
              chosen={chosen}
              previewed={previewed}
              isPending={makeDraft.isPending}
              onChange={setChosen}
              onPreview={() =>
                preview({ ...version, fields: chosen }, (made) => {
                  setPreviewed(chosen);
                  setDraft(made);
                })
              }
            />
          )
        }
        onClose={() => setDraft(null)}
      />
    </>
  );
}
