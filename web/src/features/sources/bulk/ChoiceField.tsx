import { NativeSelect } from '@mantine/core';
import type { Control } from 'react-hook-form';
import { Field } from '@/components/form/Field';
import { selectOptions } from '@/lib/labels';
import { NO_VALUE, type BulkValues } from './bulk-values';

interface Option {
  value: string;
  label: string;
}

/** Returns the options of labels; with `none`, also the option that removes the value. */
export function optionsOf(labels: Record<string, string>, none?: string): Option[] {
  return [...selectOptions(labels), ...(none ? [{ value: NO_VALUE, label: none }] : [])];
}

interface Props {
  control: Control<BulkValues>;
  name: keyof BulkValues;
  label?: string;
  options: Option[];
}

/** Selects the new value of a field with few values. */
export function ChoiceField({ control, name, label = 'New value', options }: Props) {
  const data = [{ value: '', label: 'Choose …' }, ...options];
  return <Field control={control} name={name} as={NativeSelect} label={label} data={data} />;
}
