import { useRef, useState } from 'react';
import { isTransient } from '@/api/problem';
import { sourceSchema } from '../form/values';
import { useCreateSource } from '../source.mutations';
import { isReady } from './entry';
import type { AddQueue } from './queue';
import { newSource } from './save';

/** Saves all addresses that are ready, one after another. What is refused stays as it is, with the reason in its row. */
export function useSaveAll(queue: AddQueue) {
  const create = useCreateSource();
  const [busy, setBusy] = useState(false);
  const stopped = useRef(false);

  /** Ends when the service is away: the others would fare no better. */
  async function saveOne(line: number): Promise<boolean> {
    const entry = queue.entry(line);
    if (!entry || !isReady(entry)) return true; // it was edited meanwhile
    const values = sourceSchema.safeParse(entry.values);
    if (!values.success) {
      queue.refused(line, new Error(values.error.issues[0]?.message));
      return true;
    }
    queue.update(line, (before) => ({ ...before, phase: 'saving' }));
    try {
      const source = await create.mutateAsync(newSource(entry, values.data, 'active'));
      queue.saved(line, { id: source.id, name: source.name });
      return true;
    } catch (error) {
      queue.refused(line, error);
      return !isTransient(error);
    }
  }

  async function start() {
    stopped.current = false;
    setBusy(true);
    for (const { line } of queue.state.entries.filter(isReady)) {
      if (stopped.current || !(await saveOne(line))) break;
    }
    setBusy(false);
  }

  return {
    busy,
    start,
    stop: () => {
      stopped.current = true;
    },
  };
}
