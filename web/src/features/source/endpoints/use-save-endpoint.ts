import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { describeError } from '@/api/describe-error';
import type { Endpoint, FieldError, Problem } from '@/api/gen/types.gen';
import { ApiProblem } from '@/api/problem';
import { remembering, resolve, type Conflict } from '../form/conflict';
import { applyFieldErrors } from '../form/field-errors';
import { sourceQuery } from '../source.queries';
import {
  ENDPOINT_FIELDS,
  buildEndpointCreate,
  buildEndpointPatch,
  toEndpointValues,
  type EndpointField,
  type EndpointValues,
} from './endpoint-form';
import { useAddEndpoint, useUpdateEndpoint } from './endpoint.mutations';

interface Options {
  sourceId: string;
  /** Null for a new one. */
  endpoint: Endpoint | null;
  form: UseFormReturn<EndpointValues>;
  focusFirstField: (names: string[]) => void;
  onSaved: (what: 'added' | 'saved') => void;
}

/** Saves an endpoint, and deals with what can come back. */
export function useSaveEndpoint({ sourceId, endpoint, form, focusFirstField, onSaved }: Options) {
  const queryClient = useQueryClient();
  const add = useAddEndpoint(sourceId);
  const update = useUpdateEndpoint(sourceId);
  const [problem, setProblem] = useState<{ error: unknown; unassigned: FieldError[] } | null>(null);
  const [duplicate, setDuplicate] = useState<Problem['existing']>();
  const [conflict, setConflict] = useState<Conflict<EndpointField> | null>(null);

  function save(values: EndpointValues): Promise<void> {
    setProblem(null);
    setDuplicate(undefined);
    return send(form.formState.defaultValues as EndpointValues, values);
  }

  async function send(base: EndpointValues, values: EndpointValues): Promise<void> {
    try {
      if (endpoint) {
        const patch = buildEndpointPatch(base, values);
        if (Object.keys(patch).length > 0) {
          await update.mutateAsync({ id: endpoint.id, version: base.version, patch });
        }
      } else {
        await add.mutateAsync(buildEndpointCreate(values));
      }
      onSaved(endpoint ? 'saved' : 'added');
    } catch (error) {
      await refused(error, base, values);
    }
  }

  async function refused(error: unknown, base: EndpointValues, mine: EndpointValues) {
    if (endpoint && error instanceof ApiProblem && error.code === 'stale_version') {
      try {
        const source = await queryClient.fetchQuery({ ...sourceQuery(sourceId), staleTime: 0 });
        const theirs = source.endpoints.find(({ id }) => id === endpoint.id);
        if (theirs) return await bringTogether(error, base, mine, theirs, source.updated_by.name);
      } catch (unread) {
        return setProblem({ error: unread, unassigned: [] });
      }
    }
    if (error instanceof ApiProblem && error.code === 'duplicate_endpoint') {
      // Recognised by its address, so that is the field to look at.
      setDuplicate(error.body.existing);
      form.setError('url', { type: 'server', message: describeError(error).text });
      return focusFirstField(['url']);
    }
    const { assigned, unassigned } = applyFieldErrors(form, error, ENDPOINT_FIELDS);
    if (assigned.length === 0 || unassigned.length > 0) setProblem({ error, unassigned });
    focusFirstField(assigned);
  }

  async function bringTogether(
    error: unknown,
    base: EndpointValues,
    mine: EndpointValues,
    endpointNow: Endpoint,
    by: string,
  ) {
    const theirs = toEndpointValues(endpointNow);
    const who = { version: theirs.version, by, at: endpointNow.updated_at };
    const { merged, conflict: found } = resolve(error, ENDPOINT_FIELDS, { base, mine, theirs }, who);
    form.reset(theirs);
    form.reset(merged, { keepDefaultValues: true });
    if (found) setConflict(found);
    else await send(theirs, merged); // only the version had moved on
  }

  function choose(field: EndpointField, whose: 'mine' | 'theirs') {
    const entry = conflict?.contested.find((one) => one.field === field);
    if (!conflict || !entry) return;
    if (whose === 'theirs') setConflict(remembering(conflict, field, form.getValues(field)));
    form.setValue(field, entry[whose] as never, { shouldDirty: true });
  }

  return { save, saving: add.isPending || update.isPending, problem, duplicate, conflict, choose };
}
