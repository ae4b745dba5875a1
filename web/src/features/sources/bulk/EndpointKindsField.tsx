import { MultiSelect } from '@mantine/core';
import type { Control } from 'react-hook-form';
import { Field } from '@/components/form/Field';
import { ENDPOINT_KIND } from '@/entities/endpoint/labels';
import { selectOptions } from '@/lib/labels';
import type { BulkValues } from './bulk-values';

/** Limits a change of endpoints to those of some kinds. */
export function EndpointKindsField({ control }: { control: Control<BulkValues> }) {
  return (
    <Field
      control={control}
      name="endpoint_kinds"
      as={MultiSelect}
      label="Kinds of endpoints"
      description="If none is chosen, all endpoints of the sources."
      data={selectOptions(ENDPOINT_KIND)}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the kinds' }}
    />
  );
}
