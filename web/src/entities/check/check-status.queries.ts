import { queryOptions } from '@tanstack/react-query';
import { getCheckStatus, listIncidents } from '@/api/gen/sdk.gen';
import { pollDelay } from '@/api/live';
import { queryKeys } from '@/api/query-keys';

/** An outage or a pause lasts minutes. A background tab sends no requests. */
const POLL_MS = 60_000;

/** Queries the open incidents of the checker's network. */
function openIncidentsQuery() {
  return queryOptions({
    queryKey: [...queryKeys.incidents, 'open'],
    queryFn: async ({ signal }) => (await listIncidents({ query: { open: true }, signal })).data,
    staleTime: POLL_MS,
    refetchInterval: () => pollDelay(POLL_MS),
  });
}

/**
 * Queries the open incident of the whole service, during which the health of all checked sources is
 * unknown.
 */
export function serviceIncidentQuery() {
  return queryOptions({
    ...openIncidentsQuery(),
    select: ({ items }) => items.find(({ scope }) => scope === 'service') ?? null,
  });
}

/** Queries whether an administrator has paused the checks, and how many are due. */
export function checkStatusQuery() {
  return queryOptions({
    queryKey: queryKeys.checkStatus,
    queryFn: async ({ signal }) => (await getCheckStatus({ signal })).data,
    staleTime: POLL_MS,
    refetchInterval: () => pollDelay(POLL_MS),
  });
}
