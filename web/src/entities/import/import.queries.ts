import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type UseMutationOptions,
} from '@tanstack/react-query';
import { createImport, getImport, importSample, listImportRows, listImports, undoImport } from '@/api/gen/sdk.gen';
import type { Import, ImportPage, ListImportRowsData } from '@/api/gen/types.gen';
import { invalidate } from '@/api/invalidate';
import { pagedQuery } from '@/api/paged-query';
import { queryKeys } from '@/api/query-keys';
import { useWrite } from '@/api/use-write';

const FIRST_POLL_MS = 500;
const MAX_POLL_MS = 5_000;

/**
 * Returns the delay before the next poll. It grows from 0.5 s to 5 s, because most imports are
 * short.
 */
export function pollDelay(polls: number): number {
  return Math.min(FIRST_POLL_MS * 1.4 ** polls, MAX_POLL_MS);
}

const ACTIVE_STATES: Import['state'][] = ['reading', 'queued', 'running'];

/** Reports whether an import is being read, queued, running or being undone. */
export function isActive(importRun: Pick<Import, 'state' | 'undo_id' | 'undo_proposed'> | undefined): boolean {
  const isUndoing = importRun?.undo_id !== undefined && importRun.state !== 'undone' && !importRun.undo_proposed;
  return isUndoing || (importRun !== undefined && ACTIVE_STATES.includes(importRun.state));
}

const IMPORTS_PER_PAGE = 20;

/** Queries the imports, newest first, page by page. */
export function importsQuery() {
  return {
    ...pagedQuery({
      queryKey: [...queryKeys.imports, 'list'],
      perPage: IMPORTS_PER_PAGE,
      read: async (page, signal) => (await listImports({ query: page, signal })).data,
    }),
    refetchInterval: ({ state }: { state: { data?: { pages: ImportPage[] }; dataUpdateCount: number } }) =>
      state.data?.pages.some((page) => page.items.some(isActive)) ? pollDelay(state.dataUpdateCount) : false,
  };
}

/** Queries one import, and polls it while it is active. */
export function importQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.imports, id],
    queryFn: async ({ signal }) => (await getImport({ path: { import_id: id }, signal })).data,
    refetchInterval: ({ state }) => (isActive(state.data) ? pollDelay(state.dataUpdateCount) : false),
  });
}

const ROWS_PER_PAGE = 100;

/**
 * Queries the rows of an import. `active` is part of the key, so that the rows are refetched when
 * the import ends.
 */
export function rowsQuery(id: string, filter: ListImportRowsData['query'], active: boolean) {
  return queryOptions({
    queryKey: [...queryKeys.imports, id, 'rows', { ...filter, active }],
    queryFn: async ({ signal }) =>
      (await listImportRows({ path: { import_id: id }, query: { ...filter, limit: ROWS_PER_PAGE }, signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (active ? pollDelay(state.dataUpdateCount) : false),
  });
}

/** The API's limit. Longer names keep their end, which has the file extension. */
const MAX_NAME_LENGTH = 200;

interface UploadOptions {
  /** The rows of an OPML list are reviewed before anything is changed, as those of tables are. */
  review?: boolean;
  signal?: AbortSignal;
}

/** Uploads a file. Resolves when the API has parsed and queued it. */
export async function uploadFile(name: string, content: Blob, { review, signal }: UploadOptions = {}): Promise<Import> {
  const filename = name.slice(-MAX_NAME_LENGTH) || 'list';
  const query = { filename, review: review || undefined };
  return (await createImport({ body: content, query, signal })).data as Import; // not a dry run
}

/** Uploads a pasted table. */
export function useUploadText() {
  return useWrite((text: string) => uploadFile('Pasted table', new Blob([text])), [queryKeys.imports]);
}

/** Starts the import of the product's sample sources. The callback also runs after unmounting. */
export function useStartSampleImport(callbacks: Pick<UseMutationOptions<Import>, 'onSuccess' | 'onError'>) {
  return useWrite(async () => (await importSample()).data, [queryKeys.imports], callbacks);
}

export function useUndoImport(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => (await undoImport({ path: { import_id: id } })).data,
    onSuccess: (undone) => {
      queryClient.setQueryData(importQuery(id).queryKey, undone);
      invalidate(queryClient, queryKeys.imports, ...queryKeys.imported);
    },
  });
}
