import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FieldError } from '@/api/gen/types.gen';
import { endpointRows } from '../form/patch';
import { markDuplicate, placeProblem, wrongFields } from '../form/place-problem';
import { FORM_ORDER } from '../form/use-source-form';
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
  rest?: FieldError[];
  /** Of feeds that were to be added, when not all could be. */
  feeds?: FeedResult[];
}

interface Options {
  form: UseFormReturn<SourceValues>;
  queue: AddQueue;
  entry: Entry | undefined;
  reveal: (fields: string[]) => void;
  onSaved: (line: number, saved: Saved, how: Doing) => void;
}

/** Saves what is open: as a source, or as feeds of a source that is there. */
export function useSave({ form, queue, entry, reveal, onSaved }: Options) {
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
      const { placed, rest } = placeProblem(form, error, FORM_ORDER, endpointRows(values));
      markDuplicate(form, error);
      if (placed.length === 0 || rest.length > 0) setProblem({ line: mine.line, error, rest });
      reveal(placed);
    } finally {
      setDoing(null);
    }
  }

  const saveAs = (lifecycle: 'active' | 'draft') =>
    form.handleSubmit(
      (values) => saveSource(values, lifecycle),
      (errors) => reveal(wrongFields(errors)),
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
