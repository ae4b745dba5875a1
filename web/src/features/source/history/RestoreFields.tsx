import { Button, Checkbox, Group } from '@mantine/core';
import { useState } from 'react';
import type { ChangeSet, SourceRestore } from '@/api/gen/types.gen';
import { FIELD_LABELS } from '@/components/form/field-labels';

type Field = NonNullable<SourceRestore['fields']>[number];

/** The fields that are restored with another one. */
const PARTS: Record<string, Field> = { paused_until: 'lifecycle', pause_reason: 'lifecycle' };

/** Returns the fields of a source that a restoration changes; those of endpoints are one. */
export function fieldsOf({ sample = [] }: ChangeSet): Field[] {
  const fields = sample.flatMap(({ target, changes }) =>
    target.type === 'endpoint' ? ['endpoints' as const] : changes.map(({ field }) => PARTS[field] ?? (field as Field)),
  );
  return [...new Set(fields)].filter((field) => field in FIELD_LABELS);
}

interface Props {
  fields: Field[];
  isPending: boolean;
  /** Previews the restoration of some fields. */
  onChoose: (fields: Field[]) => void;
}

/** Chooses which fields of the version are restored. */
export function RestoreFields({ fields, isPending, onChoose }: Props) {
  const [chosen, setChosen] = useState<string[]>(fields);
  const [previewed, setPreviewed] = useState<string[]>(fields);
  const isSame = previewed.length === chosen.length && previewed.every((field) => chosen.includes(field));
  return (
    <>
      <Checkbox.Group label="Fields to restore" value={chosen} onChange={setChosen}>
        <Group gap="md" mt={6}>
          {fields.map((field) => (
            <Checkbox key={field} value={field} label={FIELD_LABELS[field]} />
          ))}
        </Group>
      </Checkbox.Group>
      {!isSame && (
        <Button
          variant="default"
          loading={isPending}
          disabled={chosen.length === 0}
          onClick={() => {
            setPreviewed(chosen);
            onChoose(fields.filter((field) => chosen.includes(field)));
          }}
        >
          Preview chosen fields
        </Button>
      )}
    </>
  );
}
