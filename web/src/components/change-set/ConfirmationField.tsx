import { TextInput } from '@mantine/core';
import type { ChangeSet } from '@/api/gen/types.gen';
import { countItems } from './change-words';

interface Props {
  changeSet: ChangeSet;
  /** The number that must be typed. */
  required: number;
  value: string;
  onChange: (value: string) => void;
}

/** The field in which a number is typed to confirm a change of many sources. */
export function ConfirmationField({ changeSet, required, value, onChange }: Props) {
  return (
    <TextInput
      label={`Type ${required} to confirm`}
      description={`This change affects ${countItems(changeSet, required)}.`}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
