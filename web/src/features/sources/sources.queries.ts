import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getImport, getSummary, importSample, listActivity, listSources } from '@/api/gen/sdk.gen';
import type { SourceFilter } from '@/api/gen/types.gen';
import { pollDelay } from '@/api/live';
import { queryKeys } from '@/api/query-keys';
import { FILTERS, NO_FILTERS, type Facet, type Filter, type SourcesSearch } from './sources.schema';

type Filters = Pick<SourcesSearch, Filter>;

function filtersOf(search: SourcesSearch): Filters {
  return Object.fromEntries(FILTERS.map((name) => [name, search[name]])) as Filters;
}

/** Converts filters to query parameters; an empty search is omitted. */
function toQuery(filters: Filters) {
  const { q, silent_days, due_minutes } = filters;
  return {
    ...filters,
    q: q || undefined,
    import: filters.import || undefined,
    assignee: filters.assignee ? [filters.assignee] : undefined,
    silent_days: silent_days ? Number(silent_days) : undefined,
    due_minutes: due_minutes ? Number(due_minutes) : undefined,
  };
}

/** Returns the API's parameters of a page of the list. */
export function pageQuery(search: SourcesSearch) {
  const { sort, limit, cursor } = search;
  return { ...toQuery(filtersOf(search)), sort, limit, cursor: cursor ?? undefined };
}

/**
 * Returns the filter of a request that concerns all sources of the list; filters without a value
 * are omitted.
 */
export function filterOf(search: SourcesSearch): SourceFilter {
  const filters = Object.entries(toQuery(filtersOf(search)));
  return Object.fromEntries(
    filters.filter(([, value]) => value !== undefined && (typeof value === 'number' || value.length > 0)),
  );
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
export function facetsQuery(search: SourcesSearch, facet: Facet) {
  const filters = filtersOf(search);
  return queryOptions({
    queryKey: [...queryKeys.sourceLists, 'facets', facet, filters],
    queryFn: async ({ signal }) => {
      const query = { ...toQuery(filters), limit: 1, facets: true, facet: [facet] };
      return (await listSources({ query, signal })).data.facets ?? null;
    },
    placeholderData: keepPreviousData,
  });
}

/** Queries the number of sources without one of the filters. */
export function countWithoutQuery(search: SourcesSearch, filter: Filter) {
  const filters: Filters = { ...filtersOf(search), [filter]: NO_FILTERS[filter] };
  return queryOptions({
    queryKey: [...queryKeys.sourceLists, 'count', filters],
    queryFn: async ({ signal }) => (await listSources({ query: { ...toQuery(filters), limit: 1 }, signal })).data,
  });
}

/**
 * Queries the number of archived sources that match. A list without a state filter leaves them out.
 */
export function countArchivedQuery(search: SourcesSearch) {
  const filters: Filters = { ...filtersOf(search), lifecycle: ['archived'] };
  return queryOptions({
    queryKey: [...queryKeys.sourceLists, 'count', filters],
    queryFn: async ({ signal }) => (await listSources({ query: { ...toQuery(filters), limit: 1 }, signal })).data,
    enabled: search.lifecycle.length === 0,
  });
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
