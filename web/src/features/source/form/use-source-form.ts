import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { PATCH_FIELDS, sourceSchema, type SourceValues } from './values';

/** The field names in the order of the form. */
export const FIELD_ORDER = [
  ...PATCH_FIELDS.slice(0, 2),
  'endpoints' as const,
  'duplicate_reason' as const,
  ...PATCH_FIELDS.slice(2),
];

/**
 * Returns the form of a source. `initial` are its default values. `proposed` values may change
 * later: they replace the default values and the values of all fields that the user did not change.
 */
export function useSourceForm(initial: SourceValues, proposed?: SourceValues) {
  return useForm<SourceValues>({
    resolver: zodResolver(sourceSchema),
    defaultValues: initial,
    // Not for other forms: resetOptions also apply to each call of reset(), which must replace
    // changed values.
    ...(proposed && { values: proposed, resetOptions: { keepDirtyValues: true } }),
    shouldFocusError: false, // useSave focuses the first error in the order of the form
  });
}
