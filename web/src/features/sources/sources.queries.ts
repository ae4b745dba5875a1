import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getImport, getSummary, importSample, listActivity, listSources } from '@/api/gen/sdk.gen';
import type { SourceFilter } from '@/api/gen/types.gen';
import { pollDelay } from '@/api/live';
import { queryKeys } from '@/api/query-keys';
import { facetOf, toApiFilter, type FilterEntry } from '@/lib/source-filters';
import { NO_FILTERS, type Narrowing, type SourcesSearch } from './sources.schema';

/** Returns the search and the filters of the list in the form of the API, without empty ones. */
export function filterOf(search: SourcesSearch): SourceFilter {
  return { ...(search.q && { q: search.q }), ...toApiFilter(search) };
}

/** Returns the API's parameters of a page of the list. */
export function pageQuery(search: SourcesSearch) {
  const { sort, limit, cursor } = search;
  return { ...filterOf(search), sort, limit, cursor: cursor ?? undefined };
}

/**
 * How often a visible list is read again, so that it shows what the checks observe. A hidden tab
 * sends no requests.
 */
const LIST_POLL_MS = 30_000;

/** Queries one page of the list. The previous rows stay visible while it loads. */
export function sourcesQuery(search: SourcesSearch) {
  const query = pageQuery(search);
  return queryOptions({
    queryKey: [...queryKeys.sourceLists, 'page', query],
    queryFn: async ({ signal }) => (await listSources({ query, signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: () => pollDelay(LIST_POLL_MS),
  });
}

/** The number of days whose items are counted, today included. */
export const ACTIVITY_DAYS = 14;
/** The service counts the items every 2 minutes. */
const ACTIVITY_STALE_MS = 2 * 60_000;

/**
 * Queries the items by day of the sources of a page, by source; the list of a source without items
 * is empty.
 */
export function activityOfPageQuery(ids: string[]) {
  return queryOptions({
    queryKey: ['activity', ids],
    queryFn: async ({ signal }) => {
      const { items } = (await listActivity({ query: { source_id: ids, days: ACTIVITY_DAYS }, signal })).data;
      const activity = new Map<string, number[]>(ids.map((id) => [id, []]));
      for (const { source_id, counts } of items) activity.set(source_id, counts);
      return activity;
    },
    staleTime: ACTIVITY_STALE_MS,
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  });
}

/**
 * Queries the counts of one facet. Counting is expensive, so it runs only when the filter is
 * opened.
 */
export function facetsQuery(search: SourcesSearch, filter: FilterEntry) {
  const query = { ...filterOf(search), limit: 1, facets: true, facet: [facetOf(filter)] };
  return queryOptions({
    queryKey: [...queryKeys.sourceLists, 'facets', query],
    queryFn: async ({ signal }) => {
      return (await listSources({ query, signal })).data.facets ?? null;
    },
    placeholderData: keepPreviousData,
  });
}

/** Queries the number of sources that match a search. */
function countQuery(search: SourcesSearch) {
  const query = { ...filterOf(search), limit: 1 };
  return queryOptions({
    queryKey: [...queryKeys.sourceLists, 'count', query],
    queryFn: async ({ signal }) => (await listSources({ query, signal })).data,
  });
}

/** Queries the number of sources without one of the filters. */
export function countWithoutQuery(search: SourcesSearch, filter: Narrowing) {
  return countQuery({ ...search, [filter]: NO_FILTERS[filter] });
}

/**
 * Queries the number of archived sources that match. A list without a state filter leaves them out.
 */
export function countArchivedQuery(search: SourcesSearch) {
  return { ...countQuery({ ...search, lifecycle: ['archived'] }), enabled: search.lifecycle.length === 0 };
}

/** Queries the total numbers of the register. */
export function summaryQuery() {
  return queryOptions({
    queryKey: queryKeys.summary,
    queryFn: async ({ signal }) => (await getSummary({ signal })).data,
  });
}

/** Queries the import of a filter, for its file name. */
export function filteredImportQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.imports, id],
    queryFn: async ({ signal }) => (await getImport({ path: { import_id: id }, signal })).data,
  });
}

/** Starts the import of the product's sample sources. */
export async function startSampleImport() {
  return (await importSample()).data;
}
