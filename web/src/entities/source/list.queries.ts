import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { checkSources, getSummary, listActivity, listSources } from '@/api/gen/sdk.gen';
import type { CheckRequest, ListSourcesData } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';
import { useWrite } from '@/api/use-write';

type ListQuery = NonNullable<ListSourcesData['query']>;

/** Queries one page of the list of sources. */
export function sourcePageQuery(query: ListQuery) {
  return queryOptions({
    queryKey: [...queryKeys.sourceLists, 'page', query],
    queryFn: async ({ signal }) => (await listSources({ query, signal })).data,
  });
}

/**
 * Queries the counts of one facet. Counting is expensive, so it runs only when the filter is
 * opened.
 */
export function facetQuery(filters: ListQuery, facet: NonNullable<ListQuery['facet']>[number]) {
  const query = { ...filters, limit: 1, facets: true, facet: [facet] };
  return queryOptions({
    queryKey: [...queryKeys.sourceLists, 'facets', query],
    queryFn: async ({ signal }) => (await listSources({ query, signal })).data.facets ?? null,
    placeholderData: keepPreviousData,
  });
}

/** Queries the number of sources that match filters. */
export function sourceCountQuery(filters: ListQuery) {
  return sourcePageQuery({ ...filters, limit: 1 });
}

/** Queries the total numbers of the register. */
export function summaryQuery() {
  return queryOptions({
    queryKey: queryKeys.summary,
    queryFn: async ({ signal }) => (await getSummary({ signal })).data,
  });
}

/** The number of days whose items are counted, today included (checkreport.RecentDays). */
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

/** Requests checks of selected sources, or of all that match a filter. */
export function useRequestChecks() {
  return useWrite(async (body: CheckRequest) => (await checkSources({ body })).data, [queryKeys.sourceLists]);
}
