import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FieldError } from '@/api/gen/types.gen';
import { filledEndpointRows } from '../form/patch';
import { setDuplicateError, applyFieldErrors, invalidFields } from '../form/field-errors';
import { FIELD_ORDER } from '../form/use-source-form';
import type { SourceValues } from '../form/values';
import { useCreateSource } from '../source.mutations';
import { type Entry, type Saved } from './entry';
import type { AddQueue } from './queue';
import { newEndpoints, newSource } from './save';
import { type FeedResult, useAddFeeds } from './use-add-feeds';

type Doing = 'active' | 'draft' | 'feeds';

interface Problem {
  line: number;
  error?: unknown;
  unassigned?: FieldError[];
  /** Of feeds that were to be added, when not all could be. */
  feeds?: FeedResult[];
}

interface Options {
  form: UseFormReturn<SourceValues>;
  queue: AddQueue;
  entry: Entry | undefined;
  focusFirstField: (fields: string[]) => void;
  onSaved: (line: number, saved: Saved, how: Doing) => void;
}

/** Saves what is open: as a source, or as feeds of a source that is there. */
export function useSave({ form, queue, entry, focusFirstField, onSaved }: Options) {
  const create = useCreateSource();
  const addFeeds = useAddFeeds();
  const [doing, setDoing] = useState<Doing | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function saveSource(values: SourceValues, lifecycle: 'active' | 'draft') {
    // What was typed without a search is an entry like any other, so that a duplicate can be dealt with in the same way.
    const mine = entry ?? queue.adopt(values);
    setProblem(null);
    setDoing(lifecycle);
    try {
      const source = await create.mutateAsync(newSource(mine, values, lifecycle));
      const saved = { id: source.id, name: source.name };
      queue.saved(mine.line, saved);
      onSaved(mine.line, saved, lifecycle);
    } catch (error) {
      queue.refused(mine.line, error);
      const { assigned, unassigned } = applyFieldErrors(form, error, FIELD_ORDER, filledEndpointRows(values));
      setDuplicateError(form, error);
      if (assigned.length === 0 || unassigned.length > 0) setProblem({ line: mine.line, error, unassigned });
      focusFirstField(assigned);
    } finally {
      setDoing(null);
    }
  }

  const saveAs = (lifecycle: 'active' | 'draft') =>
    form.handleSubmit(
      (values) => saveSource(values, lifecycle),
      (errors) => focusFirstField(invalidFields(errors)),
    )();

  async function addTo({ id, name }: { id: string; name: string }) {
    if (!entry) return;
    const endpoints = newEndpoints(entry);
    if (endpoints.length === 0) return; // the button says so; keys get here all the same
    setProblem(null);
    setDoing('feeds');
    const results = await addFeeds.mutateAsync({ id, endpoints });
    setDoing(null);
    const refused = results.filter(({ error }) => error !== undefined);
    if (refused.length === 0) {
      const saved = { id, name, added: results.length };
      queue.saved(entry.line, saved);
      onSaved(entry.line, saved, 'feeds');
      return;
    }
    // What is in is no longer to be chosen.
    const left = new Set(refused.map(({ url }) => url));
    const endpointsLeft = entry.values.endpoints.filter(({ url }) => left.has(url));
    queue.update(entry.line, (before) => ({ ...before, values: { ...before.values, endpoints: endpointsLeft } }));
    setProblem({ line: entry.line, feeds: results });
  }

  return { saveAs, addTo, doing, problem: problem?.line === entry?.line ? problem : null };
}
