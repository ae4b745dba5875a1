import { useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { withLocalValue, type Conflict, type Side } from './conflict';
import { isSameValue } from './merge';

/**
 * Returns the conflict of a form until it is saved, and a function that puts the value of either
 * member into the form.
 */
export function useConflict<T extends FieldValues>(form: UseFormReturn<T>) {
  const [conflict, setConflict] = useState<Conflict | null>(null);

  function chooseSide(field: string, side: Side) {
    const fieldConflict = conflict?.fieldConflicts.find((entry) => entry.field === field);
    if (!conflict || !fieldConflict) return;
    const value: unknown = form.getValues(field as Path<T>);
    const { theirs, both } = fieldConflict;
    // The value may have been edited after the conflict was found.
    if (side !== 'mine' && !isSameValue(value, theirs) && !isSameValue(value, both)) {
      setConflict(withLocalValue(conflict, field, value));
    }
    form.setValue(field as Path<T>, fieldConflict[side] as PathValue<T, Path<T>>, { shouldDirty: true });
  }
  return { conflict, setConflict, chooseSide };
}
