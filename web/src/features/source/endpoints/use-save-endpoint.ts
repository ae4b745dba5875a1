import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { describeError } from '@/api/describe-error';
import type { Endpoint, Problem } from '@/api/gen/types.gen';
import { ApiProblem } from '@/api/problem';
import { useSave } from '@/components/form/use-save';
import { useAddEndpoint, useUpdateEndpoint } from '@/entities/endpoint/endpoint.mutations';
import { latestSourceQuery } from '@/entities/source/source.queries';
import {
  ENDPOINT_FIELDS,
  buildEndpointCreate,
  buildEndpointPatch,
  toEndpointValues,
  type EndpointValues,
} from './endpoint-form';

interface Options {
  form: UseFormReturn<EndpointValues>;
  sourceId: string;
  /** Null for a new endpoint. */
  endpoint: Endpoint | null;
  onSaved: () => void;
  /** Called after the change became a proposal. */
  onProposed: () => void;
}

/**
 * Adds an endpoint or saves its changed fields. `duplicate` is the source that has the address
 * already.
 */
export function useSaveEndpoint({ form, sourceId, endpoint, onSaved, onProposed }: Options) {
  const queryClient = useQueryClient();
  const add = useAddEndpoint(sourceId);
  const update = useUpdateEndpoint(sourceId);
  const [duplicate, setDuplicate] = useState<Problem['existing']>();

  async function patch(id: string, values: EndpointValues, base: EndpointValues) {
    const changes = buildEndpointPatch(base, values);
    if (Object.keys(changes).length > 0) await update.mutateAsync({ id, version: base.version, patch: changes });
  }

  const saver = useSave(form, {
    fields: ENDPOINT_FIELDS,
    send: async (values, base) => {
      setDuplicate(undefined);
      if (endpoint) await patch(endpoint.id, values, base);
      else await add.mutateAsync(buildEndpointCreate(values));
    },
    onSaved,
    onProposed,
    readLatest: async () => {
      const source = await queryClient.fetchQuery(latestSourceQuery(sourceId));
      const latest = source.endpoints.find(({ id }) => id === endpoint?.id);
      if (!latest) return null;
      return { values: toEndpointValues(latest), savedBy: source.updated_by.name, savedAt: latest.updated_at };
    },
    showError: (error) => {
      if (!(error instanceof ApiProblem) || error.code !== 'duplicate_endpoint') return false;
      // The API recognizes a duplicate by its address, so the message belongs to that field.
      setDuplicate(error.body.existing);
      form.setError('url', { type: 'server', message: describeError(error).text }, { shouldFocus: true });
      return true;
    },
  });
  return { ...saver, duplicate };
}
