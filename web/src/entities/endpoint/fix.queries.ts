import { queryOptions } from '@tanstack/react-query';
import { ifMatch } from '@/api/etag';
import { getHealth, getSource, updateEndpoint } from '@/api/gen/sdk.gen';
import type { Endpoint, EndpointHealth, EndpointPatch, HealthState } from '@/api/gen/types.gen';
import { resultOf } from '@/api/proposed-change';
import { queryKeys } from '@/api/query-keys';
import { useWrite } from '@/api/use-write';

/** An endpoint of an entry of the work list, with what its checks observe. */
export type EndpointToFix = Endpoint & { health?: EndpointHealth };

/** The states that need no person, which are listed last. */
const FINE: HealthState[] = ['ok', 'new', 'degraded', 'unknown'];

/** Queries the endpoints of a source that are not retired, those that need a person first. */
export function endpointsToFixQuery(sourceId: string) {
  return queryOptions({
    queryKey: [...queryKeys.source(sourceId), 'endpoints-to-fix'],
    queryFn: async ({ signal }): Promise<EndpointToFix[]> => {
      const path = { id: sourceId };
      const [source, health] = await Promise.all([getSource({ path, signal }), getHealth({ path, signal })]);
      const healthOf = new Map(health.data.endpoints.map((each) => [each.endpoint_id, each]));
      const endpoints = source.data.endpoints
        .filter(({ intent }) => intent !== 'retired')
        .map((endpoint) => ({ ...endpoint, health: healthOf.get(endpoint.id) }));
      return endpoints.toSorted((a, b) => Number(isFine(a)) - Number(isFine(b)));
    },
  });
}

function isFine({ health }: EndpointToFix): boolean {
  const known = health?.last_known ?? health;
  return !known || !health?.is_checked || FINE.includes(known.state);
}

/** Changes an endpoint of a source, and refetches what shows it. */
export function usePatchEndpoint() {
  return useWrite(
    async ({ endpoint: { id, source_id, version }, patch }: { endpoint: Endpoint; patch: EndpointPatch }) => {
      const path = { id: source_id, endpoint_id: id };
      return resultOf((await updateEndpoint({ path, body: patch, headers: ifMatch(version) })).data);
    },
    ({ endpoint }) => [queryKeys.source(endpoint.source_id), queryKeys.work, queryKeys.sourceLists],
  );
}
