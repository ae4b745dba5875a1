import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ifMatch } from '@/api/etag';
import {
  archiveSource,
  checkSource,
  createSource,
  deleteSource,
  unarchiveSource,
  updateSource,
} from '@/api/gen/sdk.gen';
import type { Source, SourceCreate, SourcePatch } from '@/api/gen/types.gen';
import { invalidate } from '@/api/invalidate';
import { ApiProblem } from '@/api/problem';
import { resultOf } from '@/api/proposed-change';
import { queryKeys } from '@/api/query-keys';
import { useWrite } from '@/api/use-write';

/** Caches the source that a change returned, and invalidates every other query that may show it. */
async function cacheSource(queryClient: QueryClient, source: Source): Promise<void> {
  // A read that started before the change would overwrite the cache with the previous version.
  await queryClient.cancelQueries({ queryKey: queryKeys.source(source.id), exact: true });
  queryClient.setQueryData(queryKeys.source(source.id), source);
  invalidateRelated(queryClient, source.id);
}

function invalidateRelated(queryClient: QueryClient, id: string): void {
  invalidate(
    queryClient,
    queryKeys.health(id), // endpoints of a paused or archived source are not checked
    queryKeys.history(id),
    queryKeys.sourceLists,
    queryKeys.tags,
    queryKeys.summary,
  );
}

/**
 * Refetches a source after a refusal that shows that the cached version is outdated, so that a
 * retry can succeed.
 */
export function refetchIfOutdated(queryClient: QueryClient, id: string, error: unknown): void {
  if (error instanceof ApiProblem && [404, 409, 412].includes(error.status)) {
    invalidate(queryClient, queryKeys.source(id));
  }
}

export type Versioned = Pick<Source, 'id' | 'version'>;

/**
 * Returns a mutation of an existing source: success updates the cache, a conflict (412) refetches
 * the source.
 */
export function useSourceMutation<V extends Versioned>(mutationFn: (variables: V) => Promise<Source>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (source) => cacheSource(queryClient, source),
    onError: (error, { id }) => refetchIfOutdated(queryClient, id, error),
  });
}

export function useCreateSource() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: SourceCreate) => resultOf((await createSource({ body })).data),
    onSuccess: (source) => cacheSource(queryClient, source),
  });
}

export function useUpdateSource() {
  return useSourceMutation(async ({ id, version, patch }: Versioned & { patch: SourcePatch }) =>
    resultOf((await updateSource({ path: { id }, body: patch, headers: ifMatch(version) })).data),
  );
}

export function useArchiveSource() {
  return useSourceMutation(async ({ id, version }: Versioned) =>
    resultOf((await archiveSource({ path: { id }, headers: ifMatch(version) })).data),
  );
}

export function useUnarchiveSource() {
  return useSourceMutation(async ({ id, version }: Versioned) =>
    resultOf((await unarchiveSource({ path: { id }, headers: ifMatch(version) })).data),
  );
}

/**
 * Deletes a draft. The cached source stays, because its page is still mounted until the caller
 * navigates away.
 */
export function useDeleteSource() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, version }: Versioned) => {
      // The response is empty, or the proposal of a contributor.
      resultOf((await deleteSource({ path: { id }, headers: ifMatch(version) })).data || {});
    },
    onSuccess: (_, { id }) => invalidateRelated(queryClient, id),
    onError: (error, { id }) => refetchIfOutdated(queryClient, id, error),
  });
}

/** Requests a check of all active endpoints of a source. */
export function useCheckSource(id: string) {
  return useWrite(async () => (await checkSource({ path: { id } })).data, [queryKeys.health(id)]);
}
