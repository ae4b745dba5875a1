import { useEffect, useMemo, useState } from 'react';
import type { Path } from 'react-hook-form';
import { isSameValue } from '@/components/form/merge';
import { useSourceForm } from '../form/use-source-form';
import type { SourceValues } from '../form/values';
import type { AddressQueue } from './address-queue';
import { type Entry, proposedValues } from './entry';

/**
 * Returns the form of an entry. While the form is open, proposals of the discovery become its
 * default values and do not replace changed fields, and the queue stores a copy of the changed
 * fields. Mount one form per entry, with the entry's id as its key.
 */
export function useEntryForm(queue: AddressQueue, { id, phase, proposed, edits }: Entry) {
  const isManual = phase.name === 'manual';
  const values = useMemo(
    () => proposedValues({ phase: { name: isManual ? 'manual' : 'found' }, proposed }),
    [isManual, proposed],
  );
  const form = useSourceForm(values, values);
  const [initialEdits] = useState(edits);

  useEffect(() => {
    let isRestoring = true;
    const unsubscribe = form.subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values, defaultValues }) => {
        if (!isRestoring) queue.setEdits(id, changedFields(values, defaultValues as SourceValues));
      },
    });
    for (const [field, value] of Object.entries(initialEdits)) {
      form.setValue(field as Path<SourceValues>, structuredClone(value), { shouldDirty: true });
    }
    isRestoring = false;
    return unsubscribe;
  }, [form, queue, id, initialEdits]);

  return form;
}

function changedFields(values: SourceValues, defaults: SourceValues): Partial<SourceValues> {
  const changed = Object.entries(values).filter(([field, value]) => {
    const initial = defaults[field as keyof SourceValues];
    return field === 'endpoints' ? JSON.stringify(value) !== JSON.stringify(initial) : !isSameValue(value, initial);
  });
  return structuredClone(Object.fromEntries(changed));
}
