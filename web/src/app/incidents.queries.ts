import { queryOptions } from '@tanstack/react-query';
import { listIncidents } from '@/api/gen/sdk.gen';
import { queryKeys } from '@/api/query-keys';

/** An outage lasts minutes; a hundred open tabs send two requests per second. A tab in the background sends none. */
const POLL_INTERVAL_MS = 60_000;

/** Queries the open incidents of the checker's network. */
export function openIncidentsQuery() {
  return queryOptions({
    queryKey: queryKeys.incidents,
    queryFn: async ({ signal }) => (await listIncidents({ query: { open: true }, signal })).data,
    staleTime: POLL_INTERVAL_MS,
    refetchInterval: POLL_INTERVAL_MS,
  });
}
