import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ifMatch } from '@/api/etag';
import { checkEndpoint, createEndpoint, deleteEndpoint, orderEndpoints, updateEndpoint } from '@/api/gen/sdk.gen';
import type { Endpoint, EndpointCreate, EndpointPatch, Source } from '@/api/gen/types.gen';
import { invalidate } from '@/api/invalidate';
import { resultOf } from '@/api/proposed-change';
import { queryKeys } from '@/api/query-keys';
import { useWrite } from '@/api/use-write';
import { refetchIfOutdated, useSourceMutation, type Versioned } from '@/entities/source/source.mutations';

/**
 * Returns a function that updates the cached endpoints of a source, then refetches it, because its
 * version has changed.
 */
function useUpdateCachedEndpoints(sourceId: string) {
  const queryClient = useQueryClient();
  return async (change: (endpoints: Endpoint[]) => Endpoint[]) => {
    await queryClient.cancelQueries({ queryKey: queryKeys.source(sourceId), exact: true });
    queryClient.setQueryData<Source>(
      queryKeys.source(sourceId),
      (source) => source && { ...source, endpoints: change(source.endpoints) },
    );
    invalidate(queryClient, queryKeys.source(sourceId), queryKeys.sourceLists, queryKeys.summary);
  };
}

export function useAddEndpoint(sourceId: string) {
  const queryClient = useQueryClient();
  const updateCached = useUpdateCachedEndpoints(sourceId);
  return useMutation({
    mutationFn: async (body: EndpointCreate) => resultOf((await createEndpoint({ path: { id: sourceId }, body })).data),
    onSuccess: (added) => updateCached((endpoints) => [...endpoints, added]),
    onError: (error) => refetchIfOutdated(queryClient, sourceId, error),
  });
}

/** Requests a check of an endpoint. */
export function useCheckEndpoint(sourceId: string) {
  return useWrite(
    async (id: string) => (await checkEndpoint({ path: { id: sourceId, endpoint_id: id } })).data,
    [queryKeys.health(sourceId)],
  );
}

/** Sets the order of all endpoints of a source. */
export function useOrderEndpoints() {
  return useSourceMutation(
    async ({ id, version, endpointIds }: Versioned & { endpointIds: string[] }) =>
      (await orderEndpoints({ path: { id }, body: { endpoint_ids: endpointIds }, headers: ifMatch(version) })).data,
  );
}

interface Update {
  id: string;
  version: number;
  patch: EndpointPatch;
}

export function useUpdateEndpoint(sourceId: string) {
  const queryClient = useQueryClient();
  const updateCached = useUpdateCachedEndpoints(sourceId);
  return useMutation({
    mutationFn: async ({ id, version, patch }: Update) =>
      resultOf(
        (await updateEndpoint({ path: { id: sourceId, endpoint_id: id }, body: patch, headers: ifMatch(version) }))
          .data,
      ),
    onSuccess: (changed) =>
      updateCached((endpoints) => endpoints.map((endpoint) => (endpoint.id === changed.id ? changed : endpoint))),
    onError: (error) => refetchIfOutdated(queryClient, sourceId, error),
  });
}

export function useDeleteEndpoint(sourceId: string) {
  const queryClient = useQueryClient();
  const updateCached = useUpdateCachedEndpoints(sourceId);
  return useMutation({
    mutationFn: async ({ id, version }: Pick<Endpoint, 'id' | 'version'>) => {
      await deleteEndpoint({ path: { id: sourceId, endpoint_id: id }, headers: ifMatch(version) });
    },
    onSuccess: (_, { id }) => updateCached((endpoints) => endpoints.filter((endpoint) => endpoint.id !== id)),
    onError: (error) => refetchIfOutdated(queryClient, sourceId, error),
  });
}

/** Undoes a deletion by adding the same endpoint again; it gets a new id. */
export function useRestoreEndpoint(sourceId: string) {
  const updateCached = useUpdateCachedEndpoints(sourceId);
  return useMutation({
    mutationFn: async ({ body, isRetired }: { body: EndpointCreate; isRetired: boolean }) => {
      const path = { id: sourceId };
      const added = resultOf((await createEndpoint({ path, body })).data);
      if (!isRetired) return added;
      const retired = await updateEndpoint({
        path: { ...path, endpoint_id: added.id },
        body: { intent: 'retired' },
        headers: ifMatch(added.version),
      });
      return resultOf(retired.data);
    },
    onSuccess: (added) => updateCached((endpoints) => [...endpoints, added]),
  });
}
