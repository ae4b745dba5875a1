import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ifMatch } from '@/api/etag';
import { createEndpoint, deleteEndpoint, updateEndpoint } from '@/api/gen/sdk.gen';
import type { Endpoint, EndpointCreate, EndpointPatch, Source } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';
import { rereadIfOutdated } from '../source.mutations';
import { buildEndpointCreate, toEndpointValues } from './endpoint-form';

/** Changes the endpoints of a source on the screen at once, then reads it again: the source itself was touched too. */
function useKeepEndpoints(sourceId: string) {
  const queryClient = useQueryClient();
  return async (change: (endpoints: Endpoint[]) => Endpoint[]) => {
    await queryClient.cancelQueries({ queryKey: queryKeys.source(sourceId), exact: true });
    queryClient.setQueryData<Source>(
      queryKeys.source(sourceId),
      (source) => source && { ...source, endpoints: change(source.endpoints) },
    );
    void queryClient.invalidateQueries({ queryKey: queryKeys.source(sourceId) });
    void queryClient.invalidateQueries({ queryKey: queryKeys.sourceLists });
    void queryClient.invalidateQueries({ queryKey: queryKeys.summary });
  };
}

export function useAddEndpoint(sourceId: string) {
  const queryClient = useQueryClient();
  const keep = useKeepEndpoints(sourceId);
  return useMutation({
    mutationFn: async (body: EndpointCreate) => (await createEndpoint({ path: { id: sourceId }, body })).data,
    onSuccess: (added) => keep((endpoints) => [...endpoints, added]),
    onError: (error) => rereadIfOutdated(queryClient, sourceId, error),
  });
}

interface Update {
  id: string;
  version: number;
  patch: EndpointPatch;
}

export function useUpdateEndpoint(sourceId: string) {
  const queryClient = useQueryClient();
  const keep = useKeepEndpoints(sourceId);
  return useMutation({
    mutationFn: async ({ id, version, patch }: Update) =>
      (await updateEndpoint({ path: { id: sourceId, endpoint_id: id }, body: patch, headers: ifMatch(version) })).data,
    onSuccess: (changed) =>
      keep((endpoints) => endpoints.map((endpoint) => (endpoint.id === changed.id ? changed : endpoint))),
    onError: (error) => rereadIfOutdated(queryClient, sourceId, error),
  });
}

export function useDeleteEndpoint(sourceId: string) {
  const queryClient = useQueryClient();
  const keep = useKeepEndpoints(sourceId);
  return useMutation({
    mutationFn: async ({ id, version }: Pick<Endpoint, 'id' | 'version'>) => {
      await deleteEndpoint({ path: { id: sourceId, endpoint_id: id }, headers: ifMatch(version) });
    },
    onSuccess: (_, { id }) => keep((endpoints) => endpoints.filter((endpoint) => endpoint.id !== id)),
    onError: (error) => rereadIfOutdated(queryClient, sourceId, error),
  });
}

/** Undoes a deletion: the same endpoint again, under a new id. */
export function useRestoreEndpoint(sourceId: string) {
  const keep = useKeepEndpoints(sourceId);
  return useMutation({
    mutationFn: async (gone: Endpoint) => {
      const path = { id: sourceId };
      const added = (await createEndpoint({ path, body: buildEndpointCreate(toEndpointValues(gone)) })).data;
      if (gone.intent !== 'retired') return added;
      return (
        await updateEndpoint({
          path: { ...path, endpoint_id: added.id },
          body: { intent: 'retired' },
          headers: ifMatch(added.version),
        })
      ).data;
    },
    onSuccess: (added) => keep((endpoints) => [...endpoints, added]),
  });
}
