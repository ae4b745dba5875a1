import { queryOptions } from '@tanstack/react-query';
import { listIncidents } from '@/api/gen/sdk.gen';
import { pollDelay } from '@/api/live';
import { queryKeys } from '@/api/query-keys';

/** The number of incidents that are listed. Operators find older ones in the logs. */
const MAX_INCIDENTS = 100;
const POLL_MS = 30_000;

/** The latest incidents, newest first. */
export function incidentsQuery() {
  return queryOptions({
    queryKey: [...queryKeys.incidents, 'log'],
    queryFn: async ({ signal }) => (await listIncidents({ query: { limit: MAX_INCIDENTS }, signal })).data.items,
    refetchInterval: () => pollDelay(POLL_MS),
  });
}
