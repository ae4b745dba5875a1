import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ifMatch } from '@/api/etag';
import { archiveSource, createSource, deleteSource, unarchiveSource, updateSource } from '@/api/gen/sdk.gen';
import type { Source, SourceCreate, SourcePatch } from '@/api/gen/types.gen';
import { ApiProblem } from '@/api/problem';
import { queryKeys } from '@/api/query-keys';

/** Shows a source as a change returned it, and marks everything that may show it elsewhere as old. */
async function keep(queryClient: QueryClient, source: Source): Promise<void> {
  // A read that began before the change would bring the old source back.
  await queryClient.cancelQueries({ queryKey: queryKeys.source(source.id), exact: true });
  queryClient.setQueryData(queryKeys.source(source.id), source);
  markOld(queryClient, source.id);
}

function markOld(queryClient: QueryClient, id: string): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.history(id) });
  void queryClient.invalidateQueries({ queryKey: queryKeys.sourceLists });
  void queryClient.invalidateQueries({ queryKey: queryKeys.tags });
  void queryClient.invalidateQueries({ queryKey: queryKeys.summary });
}

/** The page showed something that is no longer so: it is read again, so that the next attempt starts from the truth. */
export function rereadIfOutdated(queryClient: QueryClient, id: string, error: unknown): void {
  if (error instanceof ApiProblem && [404, 409, 412].includes(error.status)) {
    void queryClient.invalidateQueries({ queryKey: queryKeys.source(id) });
  }
}

export function useCreateSource() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: SourceCreate) => (await createSource({ body })).data,
    onSuccess: (source) => keep(queryClient, source),
  });
}

interface Update {
  id: string;
  version: number;
  patch: SourcePatch;
}

export function useUpdateSource() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, version, patch }: Update) =>
      (await updateSource({ path: { id }, body: patch, headers: ifMatch(version) })).data,
    onSuccess: (source) => keep(queryClient, source),
  });
}

type Versioned = Pick<Source, 'id' | 'version'>;

export function useArchiveSource() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, version }: Versioned) =>
      (await archiveSource({ path: { id }, headers: ifMatch(version) })).data,
    onSuccess: (source) => keep(queryClient, source),
    onError: (error, { id }) => rereadIfOutdated(queryClient, id, error),
  });
}

export function useUnarchiveSource() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, version }: Versioned) =>
      (await unarchiveSource({ path: { id }, headers: ifMatch(version) })).data,
    onSuccess: (source) => keep(queryClient, source),
    onError: (error, { id }) => rereadIfOutdated(queryClient, id, error),
  });
}

/** Only for drafts. The page of the source is left by the caller before its data go. */
export function useDeleteSource() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, version }: Versioned) => {
      await deleteSource({ path: { id }, headers: ifMatch(version) });
    },
    onSuccess: (_, { id }) => {
      markOld(queryClient, id);
    },
    onError: (error, { id }) => rereadIfOutdated(queryClient, id, error),
  });
}
