import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { createImport, getImport, listImportRows, listImports } from '@/api/gen/sdk.gen';
import type { Import } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';
import { ROW_QUERIES, type RowsSearch } from './rows.schema';

const FIRST_POLL_MS = 500;
/** Slow enough for a list of ten thousand outlines, quick enough not to look stuck. */
const MAX_POLL_MS = 5_000;

/** Soon at first, since most lists are short; then ever less often. */
export function pollDelay(asked: number): number {
  return Math.min(FIRST_POLL_MS * 1.4 ** asked, MAX_POLL_MS);
}

/** Whether something still happens with it. */
export function isLive(list: Pick<Import, 'state'> | undefined): boolean {
  return list?.state === 'queued' || list?.state === 'running';
}

const IMPORTS_PER_PAGE = 20;

/** Imports, newest first. */
export function importsQuery() {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.imports, 'list'],
    queryFn: async ({ pageParam, signal }) =>
      (await listImports({ query: { cursor: pageParam, limit: IMPORTS_PER_PAGE }, signal })).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.items.some(isLive)) ? pollDelay(state.dataUpdateCount) : false,
  });
}

export function importQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.imports, id],
    queryFn: async ({ signal }) => (await getImport({ path: { import_id: id }, signal })).data,
    refetchInterval: ({ state }) => (isLive(state.data) ? pollDelay(state.dataUpdateCount) : false),
  });
}

const ROWS_PER_PAGE = 100;

/** What became of the outlines. The rows of a list that is still being brought in are other rows than those at the end. */
export function rowsQuery(id: string, { show, cursor }: RowsSearch, live: boolean) {
  return queryOptions({
    queryKey: [...queryKeys.imports, id, 'rows', { show, cursor, live }],
    queryFn: async ({ signal }) =>
      (
        await listImportRows({
          path: { import_id: id },
          query: { ...ROW_QUERIES[show], cursor: cursor ?? undefined, limit: ROWS_PER_PAGE },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (live ? pollDelay(state.dataUpdateCount) : false),
  });
}

/** As long as the contract takes. The end says more than the beginning: it has the kind of file. */
const MAX_NAME = 200;

/** Sends a list; resolves when the API has read it and will bring it in. */
export async function uploadList(name: string, content: Blob): Promise<Import> {
  return (await createImport({ body: content, query: { filename: name.slice(-MAX_NAME) || 'list.opml' } })).data;
}
