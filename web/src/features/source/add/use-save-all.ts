import { useRef, useState } from 'react';
import { isTransient } from '@/api/problem';
import { ProposedChange } from '@/api/proposed-change';
import { useProposes } from '@/auth/member';
import { useCreateSource } from '@/entities/source/source.mutations';
import { sourceSchema } from '../form/values';
import type { AddressQueue } from './address-queue';
import { createSourceRequest } from './create-requests';
import { isReady, valuesOf } from './entry';
import { duplicateOf, refusalText } from './refusal';

/**
 * Saves all ready entries, one after another. A refused entry keeps its values and shows the reason
 * in its row.
 */
export function useSaveAll(queue: AddressQueue) {
  const create = useCreateSource();
  const proposes = useProposes();
  const [isSaving, setIsSaving] = useState(false);
  const isStopped = useRef(false);

  /**
   * Returns false when the service is not available, so that the remaining entries are not tried.
   */
  async function saveOne(position: number): Promise<boolean> {
    const entry = queue.entry(position);
    if (!entry || !isReady(entry)) return true; // changed since the click
    const values = sourceSchema.safeParse(valuesOf(entry));
    if (!values.success) {
      queue.markRefused(position, values.error.issues[0]!.message);
      return true;
    }
    queue.update(position, (before) => ({ ...before, phase: { name: 'saving' } }));
    try {
      const { id, name } = await create.mutateAsync(createSourceRequest(entry, values.data, 'active', !proposes));
      queue.markSaved(position, { id, name });
      return true;
    } catch (error) {
      if (error instanceof ProposedChange) {
        queue.markSaved(position, { id: error.changeSet.id, name: values.data.name, isProposed: true });
        return true;
      }
      queue.markRefused(position, refusalText(error), duplicateOf(error));
      return !isTransient(error);
    }
  }

  async function start() {
    isStopped.current = false;
    setIsSaving(true);
    for (const { position } of queue.state.entries.filter(isReady)) {
      if (isStopped.current || !(await saveOne(position))) break;
    }
    setIsSaving(false);
  }

  return {
    isSaving,
    start,
    stop: () => {
      isStopped.current = true;
    },
  };
}
