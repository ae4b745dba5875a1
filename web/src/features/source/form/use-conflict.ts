import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import type { Source } from '@/api/gen/types.gen';
import { ApiProblem } from '@/api/problem';
import { isSameValue } from '@/components/form/merge';
import { sourceQuery } from '../source.queries';
import { mergeConflict, withLocalValue, type Conflict, type Side } from '@/components/form/conflict';

type VersionedValues = FieldValues & { version: number };

interface Options<T extends VersionedValues, F extends Path<T> & string> {
  sourceId: string;
  form: UseFormReturn<T>;
  fields: readonly F[];
  /** Returns the form values of the latest version; null when it can no longer be edited here. */
  readLatest: (source: Source) => { values: T; updatedAt: string } | null;
}

/**
 * What to do after a refused save. `resend` has the values to save again on top of the latest version; `cancelled`: the
 * member discarded the changes or left the form in the meantime.
 */
type Outcome<T> = { type: 'resend'; base: T; values: T } | { type: 'choose' | 'unavailable' | 'cancelled' };

/** Reports whether a save was refused because another member saved first (412). */
export function isStaleVersion(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'stale_version';
}

/**
 * Handles a save that was refused with 412: reads the latest version, merges both edits into the form and, when the
 * result differs from what the member entered, keeps the conflict for the ConflictPanel.
 */
export function useConflict<T extends VersionedValues, F extends Path<T> & string>(options: Options<T, F>) {
  const { sourceId, form, fields, readLatest } = options;
  const queryClient = useQueryClient();
  const [conflict, setConflict] = useState<Conflict<F> | null>(null);
  /** Cancels the merge that is in progress. */
  const merge = useRef<AbortController>(null);
  useEffect(() => () => merge.current?.abort(), []);

  /** Rejects when the latest version cannot be read. */
  async function handleStaleVersion(error: unknown, base: T, mine: T): Promise<Outcome<T>> {
    const { signal } = (merge.current = new AbortController());
    // Offline, the read fails at once instead of waiting: a save must not continue after reconnecting.
    const latestSource = { ...sourceQuery(sourceId), staleTime: 0, networkMode: 'always' as const };
    const source = await queryClient.fetchQuery(latestSource);
    if (signal.aborted) return { type: 'cancelled' };
    const latest = readLatest(source);
    if (!latest) return { type: 'unavailable' };
    const theirs = latest.values;
    const latestSave = { version: theirs.version, savedBy: source.updated_by.name, savedAt: latest.updatedAt };
    const { merged, conflict: found } = mergeConflict(error, fields, { base, mine, theirs }, latestSave);
    form.reset(theirs);
    form.reset(merged, { keepDefaultValues: true });
    if (!found) return { type: 'resend', base: theirs, values: merged };
    setConflict(found);
    return { type: 'choose' };
  }

  function chooseSide(field: F, side: Side) {
    const fieldConflict = conflict?.fieldConflicts.find((entry) => entry.field === field);
    if (!conflict || !fieldConflict) return;
    const value: unknown = form.getValues(field);
    const { theirs, both } = fieldConflict;
    // The value may have been edited after the conflict was found.
    if (side !== 'mine' && !isSameValue(value, theirs) && !isSameValue(value, both)) {
      setConflict(withLocalValue(conflict, field, value));
    }
    form.setValue(field, fieldConflict[side] as PathValue<T, F>, { shouldDirty: true });
  }

  function clearConflict() {
    merge.current?.abort();
    setConflict(null);
  }

  return { conflict, handleStaleVersion, chooseSide, clearConflict };
}
