import { queryOptions } from '@tanstack/react-query';
import { getActivity, getHealth, getSource, listHistory, listRegisterHistory, listTags } from '@/api/gen/sdk.gen';
import type { ListRegisterHistoryData, Tag } from '@/api/gen/types.gen';
import { pollDelay } from '@/api/live';
import { pagedQuery } from '@/api/paged-query';
import { queryKeys } from '@/api/query-keys';

/** Most sources have fewer events, so that "Show older" is rarely needed. */
const HISTORY_PAGE_SIZE = 50;

/** Tags change rarely, and a tag that is not suggested can still be typed. */
const TAGS_STALE_MS = 60_000;

export function sourceQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.source(id),
    queryFn: async ({ signal }) => (await getSource({ path: { id }, signal })).data,
  });
}

/**
 * Refetches a source. Offline, it fails at once instead of waiting: a save must not continue after
 * reconnecting.
 */
export function latestSourceQuery(id: string) {
  return { ...sourceQuery(id), staleTime: 0, networkMode: 'always' as const };
}

/** How often the health is read again while a page shows it. A hidden tab sends no requests. */
export const HEALTH_POLL_MS = 15_000;

export function healthQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.health(id),
    queryFn: async ({ signal }) => (await getHealth({ path: { id }, signal })).data,
    refetchInterval: () => pollDelay(HEALTH_POLL_MS),
  });
}

/** How often the items by day are read again; the service counts them every 2 minutes. */
const ACTIVITY_STALE_MS = 5 * 60_000;

/** Queries the items of a source by day. */
export function activityQuery(id: string, days: number) {
  return queryOptions({
    queryKey: [...queryKeys.source(id), 'activity', days],
    queryFn: async ({ signal }) => (await getActivity({ path: { id }, query: { days }, signal })).data,
    staleTime: ACTIVITY_STALE_MS,
  });
}

export function historyQuery(id: string) {
  return pagedQuery({
    queryKey: queryKeys.history(id),
    perPage: HISTORY_PAGE_SIZE,
    read: async (page, signal) => (await listHistory({ path: { id }, query: page, signal })).data,
  });
}

/**
 * Queries the changes of all sources that match a filter, with one entry per change set unless the
 * filter selects sources or actions.
 */
export function registerHistoryQuery(filter: ListRegisterHistoryData['query'] = {}) {
  return pagedQuery({
    queryKey: [...queryKeys.history('all'), filter],
    perPage: HISTORY_PAGE_SIZE,
    read: async (page, signal) => {
      const query = { ...filter, ...page, grouped: true };
      return (await listRegisterHistory({ query, signal })).data;
    },
  });
}

/**
 * Queries the event that deleted a source or one of its endpoints; null if the history does not
 * have it.
 */
export function deletionQuery(sourceId: string, endpointId?: string) {
  return queryOptions({
    queryKey: [...queryKeys.history('all'), 'deletion', sourceId, endpointId ?? null],
    queryFn: async ({ signal }) => {
      const action = endpointId ? 'endpoint.deleted' : 'source.deleted';
      const { items } = (await listRegisterHistory({ query: { source: sourceId, action }, signal })).data;
      return items.find(({ target }) => target.id === (endpointId ?? sourceId)) ?? null;
    },
    retry: false,
  });
}

export function tagsQuery() {
  return queryOptions({
    queryKey: queryKeys.tags,
    queryFn: async ({ signal }) => (await listTags({ signal })).data.items,
    staleTime: TAGS_STALE_MS,
  });
}

/** Returns the names of tags, the most used first. */
export function tagSuggestions(tags: Tag[]): string[] {
  return tags.toSorted((a, b) => b.count - a.count).map(({ name }) => name);
}
