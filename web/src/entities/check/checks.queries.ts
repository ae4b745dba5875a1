import { queryOptions } from '@tanstack/react-query';
import { getEvidence, listAttempts, listItems } from '@/api/gen/sdk.gen';
import type { CheckResultFilter } from '@/api/gen/types.gen';
import { pollDelay } from '@/api/live';
import { pagedQuery } from '@/api/paged-query';
import { queryKeys } from '@/api/query-keys';
import { HEALTH_POLL_MS } from '@/entities/source/source.queries';

const PAGE_SIZE = 50;

/** A list is polled while one request reads it. Older checks and items do not change. */
function pollOnePage({ state }: { state: { data?: { pages: unknown[] } } }): number | false {
  return (state.data?.pages.length ?? 0) > 1 ? false : pollDelay(HEALTH_POLL_MS);
}

/**
 * Queries the checks of an endpoint. The pages of one result are not joined: the API examines only
 * 5,000 checks for each.
 */
export function attemptsQuery(endpointId: string, result?: CheckResultFilter) {
  return {
    ...pagedQuery({
      queryKey: [...queryKeys.checks(endpointId), 'attempts', result ?? ''],
      perPage: PAGE_SIZE,
      maxRows: result && PAGE_SIZE,
      read: async (page, signal) =>
        (await listAttempts({ path: { endpoint_id: endpointId }, query: { ...page, result }, signal })).data,
    }),
    refetchInterval: pollOnePage,
  };
}

/** Queries the items that the checks of an endpoint found. */
export function itemsQuery(endpointId: string, text: string) {
  return {
    ...pagedQuery({
      queryKey: [...queryKeys.checks(endpointId), 'items', text],
      perPage: PAGE_SIZE,
      read: async (page, signal) =>
        (await listItems({ path: { endpoint_id: endpointId }, query: { ...page, q: text || undefined }, signal })).data,
    }),
    refetchInterval: pollOnePage,
  };
}

/** Queries the stored responses of an endpoint. */
export function evidenceQuery(endpointId: string) {
  return queryOptions({
    queryKey: [...queryKeys.checks(endpointId), 'evidence'],
    queryFn: async ({ signal }) => (await getEvidence({ path: { endpoint_id: endpointId }, signal })).data,
    refetchInterval: () => pollDelay(HEALTH_POLL_MS),
  });
}
