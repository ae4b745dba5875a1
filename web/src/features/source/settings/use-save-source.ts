import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FieldError, Source } from '@/api/gen/types.gen';
import { ApiProblem } from '@/api/problem';
import { remembering, resolve, type Conflict } from '../form/conflict';
import { buildSourcePatch, clearUnusedPause } from '../form/patch';
import { setDuplicateError, applyFieldErrors } from '../form/field-errors';
import { PATCH_FIELDS, toSourceValues, type SourceField, type SourceValues } from '../form/values';
import { rereadIfOutdated, useUpdateSource } from '../source.mutations';
import { sourceQuery } from '../source.queries';

interface Options {
  id: string;
  form: UseFormReturn<SourceValues>;
  focusFirstField: (names: string[]) => void;
  onSaved: () => void;
}

/** Saves what changed, and deals with everything that can come back. */
export function useSaveSource({ id, form, focusFirstField, onSaved }: Options) {
  const queryClient = useQueryClient();
  const update = useUpdateSource();
  const [problem, setProblem] = useState<{ error: unknown; unassigned: FieldError[] } | null>(null);
  const [conflict, setConflict] = useState<Conflict<SourceField> | null>(null);

  function save(values: SourceValues): Promise<void> {
    setProblem(null);
    return send(form.formState.defaultValues as SourceValues, values);
  }

  async function send(base: SourceValues, values: SourceValues): Promise<void> {
    const patch = buildSourcePatch(base, values);
    if (Object.keys(patch).length === 0) return done(base);
    try {
      done(toSourceValues(await update.mutateAsync({ id, version: base.version, patch })));
    } catch (error) {
      await refused(error, base, values);
    }
  }

  function done(saved: SourceValues) {
    form.reset(saved);
    setConflict(null);
    onSaved();
  }

  async function refused(error: unknown, base: SourceValues, mine: SourceValues) {
    if (error instanceof ApiProblem && error.code === 'stale_version') {
      try {
        const theirs = await queryClient.fetchQuery({ ...sourceQuery(id), staleTime: 0 });
        // Archived meanwhile: the page says so. What was typed stays until it is brought back.
        if (theirs.lifecycle === 'archived') return;
        return await bringTogether(error, base, mine, theirs);
      } catch (unread) {
        return setProblem({ error: unread, unassigned: [] });
      }
    }
    rereadIfOutdated(queryClient, id, error);
    const { assigned, unassigned } = applyFieldErrors(form, error, PATCH_FIELDS);
    setDuplicateError(form, error);
    if (assigned.length === 0 || unassigned.length > 0) setProblem({ error, unassigned });
    focusFirstField(assigned);
  }

  async function bringTogether(error: unknown, base: SourceValues, mine: SourceValues, source: Source) {
    const sides = { base, mine: clearUnusedPause(mine), theirs: toSourceValues(source) };
    const who = { version: source.version, by: source.updated_by.name, at: source.updated_at };
    const { merged, conflict: found } = resolve(error, PATCH_FIELDS, sides, who);
    form.reset(sides.theirs);
    form.reset(merged, { keepDefaultValues: true });
    if (found) setConflict(found);
    else await send(sides.theirs, merged); // only the version had moved on
  }

  function choose(field: SourceField, whose: 'mine' | 'theirs') {
    const entry = conflict?.contested.find((one) => one.field === field);
    if (!conflict || !entry) return;
    if (whose === 'theirs') setConflict(remembering(conflict, field, form.getValues(field)));
    form.setValue(field, entry[whose] as never, { shouldDirty: true });
  }

  return { save, saving: update.isPending, problem, conflict, choose, forget: () => setConflict(null) };
}
