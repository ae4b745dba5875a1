import { zodResolver } from '@hookform/resolvers/zod';
import { useRef } from 'react';
import { useForm, type Path } from 'react-hook-form';
import { firstField } from '@/components/form/field-errors';
import { MORE_FIELDS, PATCH_FIELDS, sourceSchema, type SourceField, type SourceValues } from './values';

/** The field names in the order of the form. */
export const FIELD_ORDER = [...PATCH_FIELDS.slice(0, 2), 'endpoints', 'duplicate_reason', ...PATCH_FIELDS.slice(2)];

/**
 * Returns the form of a source. `initial` are its default values. `proposed` values may change later: they replace the
 * default values and the values of all fields that the user did not change.
 */
export function useSourceForm(initial: SourceValues, proposed?: SourceValues) {
  const form = useForm<SourceValues>({
    resolver: zodResolver(sourceSchema),
    defaultValues: initial,
    // Not for other forms: resetOptions also apply to each call of reset(), which must replace changed values.
    ...(proposed && { values: proposed, resetOptions: { keepDirtyValues: true } }),
    // A field in the closed section "More" cannot take the focus; focusFirstField opens the section first.
    shouldFocusError: false,
  });
  const more = useRef<HTMLDetailsElement>(null);

  /** Focuses the first of these fields in form order. */
  function focusFirstField(names: string[]) {
    const name = firstField(names, FIELD_ORDER);
    if (!name) return;
    if (MORE_FIELDS.includes(name as SourceField) && more.current) more.current.open = true;
    form.setFocus(name as Path<SourceValues>);
  }

  return { form, more, focusFirstField };
}
