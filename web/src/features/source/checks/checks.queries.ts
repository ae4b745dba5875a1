import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getEvidence, getHeldItems, listAttempts, listItems } from '@/api/gen/sdk.gen';
import type { CheckResultFilter } from '@/api/gen/types.gen';
import { pollDelay } from '@/api/live';
import { queryKeys } from '@/api/query-keys';
import { HEALTH_POLL_MS } from '../source.queries';

const PAGE_SIZE = 50;

/** Queries the checks of an endpoint. Only the first page is read again, because older checks do not change. */
export function attemptsQuery(endpointId: string, result?: CheckResultFilter) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.checks(endpointId), 'attempts', result ?? ''],
    queryFn: async ({ pageParam, signal }) =>
      (
        await listAttempts({
          path: { endpoint_id: endpointId },
          query: { limit: PAGE_SIZE, cursor: pageParam, result },
          signal,
        })
      ).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : pollDelay(HEALTH_POLL_MS)),
  });
}

/** Queries the items that the checks of an endpoint found. */
export function itemsQuery(endpointId: string, text: string) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.checks(endpointId), 'items', text],
    queryFn: async ({ pageParam, signal }) =>
      (
        await listItems({
          path: { endpoint_id: endpointId },
          query: { limit: PAGE_SIZE, cursor: pageParam, q: text || undefined },
          signal,
        })
      ).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : pollDelay(HEALTH_POLL_MS)),
  });
}

/** Queries the stored responses of an endpoint. */
export function evidenceQuery(endpointId: string) {
  return queryOptions({
    queryKey: [...queryKeys.checks(endpointId), 'evidence'],
    queryFn: async ({ signal }) => (await getEvidence({ path: { endpoint_id: endpointId }, signal })).data,
    refetchInterval: () => pollDelay(HEALTH_POLL_MS),
  });
}

/** Queries the held items of an endpoint; null if there are none any more. */
export function heldItemsQuery(endpointId: string, sourceId: string) {
  return queryOptions({
    queryKey: [...queryKeys.checks(endpointId), 'held-items'],
    queryFn: async ({ signal }) =>
      (await getHeldItems({ path: { id: sourceId, endpoint_id: endpointId }, signal })).data.held ?? null,
    refetchInterval: () => pollDelay(HEALTH_POLL_MS),
  });
}
