import { useEffect } from 'react';
import type { Path, UseFormReturn } from 'react-hook-form';
import { isSameValue } from '../form/patch';
import { EMPTY_SOURCE, type SourceValues } from '../form/values';
import type { AddQueue } from './queue';

/**
 * The form shows the entry that is open. What is typed goes into the entry, and what is found for it into the form, each
 * at once, so that going to another one and back loses nothing.
 */
export function useEntryForm(form: UseFormReturn<SourceValues>, queue: AddQueue, line: number | undefined) {
  useEffect(() => {
    const entry = line === undefined ? undefined : queue.entry(line);
    if (!entry || line === undefined) return;
    let shown = entry.values;
    form.clearErrors();
    if (!same(form.getValues(), shown)) {
      form.reset(EMPTY_SOURCE);
      form.reset(shown, { keepDefaultValues: true });
    }

    const typed = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        if (same(values, shown)) return;
        shown = structuredClone(values);
        queue.update(line, (before) => ({ ...before, values: shown, refusal: undefined }));
      },
    });
    const found = queue.subscribe(() => {
      const now = queue.entry(line)?.values;
      if (!now || now === shown) return;
      const changed = fieldsOf(now).filter((field) => !sameField(now, form.getValues(), field));
      shown = now;
      for (const field of changed) {
        form.setValue(field as Path<SourceValues>, structuredClone(now[field]), { shouldDirty: true });
        form.clearErrors(field);
      }
    });
    return () => {
      typed();
      found();
    };
  }, [form, queue, line]);
}

function fieldsOf(values: SourceValues): (keyof SourceValues)[] {
  return Object.keys(values) as (keyof SourceValues)[];
}

function same(a: SourceValues, b: SourceValues): boolean {
  return fieldsOf(a).every((field) => sameField(a, b, field));
}

function sameField(a: SourceValues, b: SourceValues, field: keyof SourceValues): boolean {
  if (field !== 'endpoints') return isSameValue(a[field], b[field]);
  return JSON.stringify(a.endpoints) === JSON.stringify(b.endpoints);
}
