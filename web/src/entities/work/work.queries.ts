import { queryOptions } from '@tanstack/react-query';
import { listAssignees, listWork } from '@/api/gen/sdk.gen';
import { pollDelay } from '@/api/live';
import { queryKeys } from '@/api/query-keys';

/** How often the groups are read again. A hidden tab sends no requests. */
const POLL_MS = 30_000;
/** Members change rarely. */
const ASSIGNEES_STALE_MS = 60_000;

/**
 * Queries the groups of sources that need a person, or those of an assignee (an id, "me" or
 * "none"). The toolbar shows the number of all sources that are not snoozed.
 */
export function workQuery(assignee?: string) {
  return queryOptions({
    queryKey: [...queryKeys.work, 'groups', assignee ?? 'all'],
    queryFn: async ({ signal }) => (await listWork({ query: { assignee }, signal })).data,
    refetchInterval: () => pollDelay(POLL_MS),
  });
}

/**
 * Queries the members to whom work can be assigned. The request of a viewer is refused. The text is
 * a part of a name or an e-mail address.
 */
export function assigneesQuery(q = '') {
  return queryOptions({
    queryKey: [...queryKeys.people, 'assignees', q],
    queryFn: async ({ signal }) => (await listAssignees({ query: { q: q || undefined }, signal })).data.items,
    staleTime: ASSIGNEES_STALE_MS,
  });
}
