import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FieldError } from '@/api/gen/types.gen';
import { ProposedChange } from '@/api/proposed-change';
import { useProposes } from '@/auth/member';
import { applyFieldErrors, focusFirst, invalidFields } from '@/components/form/field-errors';
import { type AddedEndpoint, useAddEndpoints } from '@/entities/endpoint/use-add-endpoints';
import { useCreateSource } from '@/entities/source/source.mutations';
import { setDuplicateError } from '../form/duplicate-error';
import { filledEndpointRows } from '../form/patch';
import { FIELD_ORDER } from '../form/use-source-form';
import type { SourceValues } from '../form/values';
import type { AddressQueue } from './address-queue';
import { createEndpointRequests, createSourceRequest } from './create-requests';
import { type Entry, pickCandidates, type SavedSource, selectedRows } from './entry';
import { duplicateOf, refusalText } from './refusal';

export type SaveAction = 'active' | 'draft' | 'feeds';

/** Why the last attempt to save failed. */
export interface SaveProblem {
  error?: unknown;
  /** Errors that no form field shows. */
  unassigned?: FieldError[];
  /** The result per endpoint, when not all endpoints could be added to an existing source. */
  feeds?: AddedEndpoint[];
}

interface Options {
  form: UseFormReturn<SourceValues>;
  queue: AddressQueue;
  entry: Entry;
  onSaved: (position: number, source: SavedSource, action: SaveAction) => void;
}

/** Saves the open entry as a new source, or adds its endpoints to an existing source. */
export function useSave({ form, queue, entry, onSaved }: Options) {
  const create = useCreateSource();
  const addEndpoints = useAddEndpoints();
  const [action, setAction] = useState<SaveAction | null>(null);
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const proposes = useProposes();
  const { position } = entry;

  function finish(source: SavedSource, finished: SaveAction) {
    queue.markSaved(position, source);
    onSaved(position, source, finished);
  }

  async function createSource(values: SourceValues, lifecycle: 'active' | 'draft') {
    setProblem(null);
    setAction(lifecycle);
    try {
      const { id, name } = await create.mutateAsync(createSourceRequest(entry, values, lifecycle, !proposes));
      finish({ id, name }, lifecycle);
    } catch (error) {
      if (error instanceof ProposedChange) {
        return finish({ id: error.changeSet.id, name: values.name, isProposed: true }, lifecycle);
      }
      queue.markRefused(position, refusalText(error), duplicateOf(error));
      const candidates = selectedRows(entry);
      // The request lists the selected candidates before the rows of the form.
      const rows = [...candidates.map(() => undefined), ...filledEndpointRows(values)];
      const { hasAssigned, unassigned } = applyFieldErrors(form, error, FIELD_ORDER, { rows });
      setDuplicateError(form, error);
      if (!hasAssigned || unassigned.length > 0) {
        setProblem({ error, unassigned: unassigned.map(withFeedName) });
      }

      function withFeedName(problem: FieldError): FieldError {
        const feed = candidates[Number(/^\/endpoints\/(\d+)/.exec(problem.pointer)?.[1])];
        return feed ? { ...problem, pointer: feed.name || feed.url } : problem;
      }
    } finally {
      setAction(null);
    }
  }

  const saveAs = (lifecycle: 'active' | 'draft') =>
    form.handleSubmit(
      (values) => createSource(values, lifecycle),
      (errors) => focusFirst(form, invalidFields(errors), FIELD_ORDER),
    )();

  async function addTo({ id, name }: { id: string; name: string }) {
    const endpoints = createEndpointRequests(entry);
    if (endpoints.length === 0) return; // the save shortcut also works while the button is disabled
    setProblem(null);
    setAction('feeds');
    const results = await addEndpoints.mutateAsync({ id, endpoints });
    setAction(null);
    const added = results.filter(({ error }) => error === undefined);
    if (added.length === results.length) {
      finish({ id, name, added: added.length, isProposed: added.some(({ isProposed }) => isProposed) }, 'feeds');
      return;
    }
    deselect(new Set(added.map(({ url }) => url)));
    setProblem({ feeds: results });
  }

  function deselect(urls: Set<string>) {
    queue.update(position, (before) => pickCandidates(before, [...urls], false));
    const rows = form.getValues('endpoints').filter(({ url }) => !urls.has(url));
    form.setValue('endpoints', rows, { shouldDirty: true });
  }

  return { saveAs, addTo, action, problem };
}
