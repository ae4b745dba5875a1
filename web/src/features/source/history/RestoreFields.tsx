import { Button, Checkbox, Group } from '@mantine/core';
import type { ChangeSet, SourceRestore } from '@/api/gen/types.gen';
import { FIELD_LABELS } from '@/components/form/field-labels';

export type Field = NonNullable<SourceRestore['fields']>[number];

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
  chosen: Field[];
  /** The fields of the shown preview. */
  previewed: Field[];
  isPending: boolean;
  onChange: (chosen: Field[]) => void;
  /** Previews the restoration of the chosen fields. */
  onPreview: () => void;
}

/** Chooses which fields of the version are restored. */
export function RestoreFields({ fields, chosen, previewed, isPending, onChange, onPreview }: Props) {
  const isSame = previewed.length === chosen.length && previewed.every((field) => chosen.includes(field));
  return (
    <>
      <Checkbox.Group
        label="Fields to restore"
        value={chosen}
        onChange={(values) => onChange(fields.filter((field) => values.includes(field)))}
      >
        <Group gap="md" mt={6}>
          {fields.map((field) => (
            <Checkbox key={field} value={field} label={FIELD_LABELS[field]} />
          ))}
        </Group>
      </Checkbox.Group>
      {!isSame && (
        <Button variant="default" loading={isPending} disabled={chosen.length === 0} onClick={onPreview}>
          Preview chosen fields
        </Button>
      )}
    </>
  );
}
