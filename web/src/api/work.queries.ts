import { queryOptions } from '@tanstack/react-query';
import { listWork } from './gen/sdk.gen';
import { pollDelay } from './live';
import { queryKeys } from './query-keys';

/** How often the groups are read again. A hidden tab sends no requests. */
const POLL_MS = 30_000;

/** Queries the groups of sources that need a person. The toolbar shows their number. */
export function workQuery() {
  return queryOptions({
    queryKey: [...queryKeys.work, 'groups'],
    queryFn: async ({ signal }) => (await listWork({ signal })).data,
    refetchInterval: () => pollDelay(POLL_MS),
  });
}
