import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { decideHeldItems, getHeldItems, listHeldItems } from '@/api/gen/sdk.gen';
import type { HeldEndpoint, HeldItemsDecisionRequest } from '@/api/gen/types.gen';
import { invalidate } from '@/api/invalidate';
import { pollDelay } from '@/api/live';
import { queryKeys } from '@/api/query-keys';
import { HEALTH_POLL_MS } from '@/entities/source/source.queries';

/** The largest number of sources of one request. */
const MAX_SOURCES = 100;
/**
 * The number of decided endpoints whose data is refetched. A member has only a few sources open.
 */
const MAX_REFETCHED = 20;

/** Queries the held items of an endpoint; null if there are none any more. */
export function heldItemsQuery(endpointId: string, sourceId: string) {
  return queryOptions({
    queryKey: [...queryKeys.checks(endpointId), 'held-items', sourceId],
    queryFn: async ({ signal }) =>
      (await getHeldItems({ path: { id: sourceId, endpoint_id: endpointId }, signal })).data.held ?? null,
    refetchInterval: () => pollDelay(HEALTH_POLL_MS),
  });
}

/** Queries the endpoints of sources that hold items, with the versions that decisions need. */
export function heldEndpointsQuery(sourceIds: string[]) {
  return queryOptions({
    queryKey: ['held-endpoints', sourceIds],
    queryFn: async ({ signal }) => {
      const endpoints: HeldEndpoint[] = [];
      for (let from = 0; from < sourceIds.length; from += MAX_SOURCES) {
        const query = { source_id: sourceIds.slice(from, from + MAX_SOURCES) };
        endpoints.push(...(await listHeldItems({ query, signal })).data.items);
      }
      return endpoints;
    },
    gcTime: 0, // each confirmation shows the current items, and does not change while it is read
    refetchOnWindowFocus: false,
  });
}

type EndpointOfSource = Pick<HeldEndpoint, 'source_id' | 'endpoint_id'>;

/** Stores or discards the held items of an endpoint. */
export async function decideHeld({ source_id, endpoint_id }: EndpointOfSource, body: HeldItemsDecisionRequest) {
  return (await decideHeldItems({ path: { id: source_id, endpoint_id }, body })).data;
}

/** Refetches what shows the endpoints after decisions about their held items. */
export function refetchDecided(queryClient: QueryClient, endpoints: EndpointOfSource[]): void {
  invalidate(
    queryClient,
    queryKeys.work,
    queryKeys.sourceLists,
    queryKeys.suggestions,
    queryKeys.overview,
    ...endpoints
      .slice(0, MAX_REFETCHED)
      .flatMap((each) => [queryKeys.source(each.source_id), queryKeys.checks(each.endpoint_id)]),
  );
}
