import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getVisit, scheduleVisit } from '@/api/gen/sdk.gen';
import type { Source, Visit } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';
import { notifyError } from '@/components/notify';

const POLL_MS = 4_000;

/** Reports whether an active source lacks fields that a visit of its homepage may find. */
export function isIncomplete(source: Source): boolean {
  return (
    source.lifecycle === 'active' &&
    (!source.country ||
      !source.logo ||
      source.languages.length === 0 ||
      source.name_derived === true ||
      source.homepage_derived === true)
  );
}

/** Reports whether the first visit of a homepage is due. */
export function isFirstVisitDue(visit: Visit | undefined): boolean {
  return visit?.next_at !== undefined && visit.attempts === 0;
}

/** Queries the last and the next visit of the homepage of a source. */
export function visitQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.source(id), 'visit'],
    queryFn: async ({ signal }) => (await getVisit({ path: { id }, signal })).data,
    refetchInterval: ({ state }) => (isFirstVisitDue(state.data) ? POLL_MS : false),
  });
}

/** Requests a visit of the homepage of a source. */
export function useScheduleVisit(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => (await scheduleVisit({ path: { id } })).data,
    onSuccess: (scheduled) => {
      queryClient.setQueryData(visitQuery(id).queryKey, scheduled);
      void queryClient.invalidateQueries({ queryKey: queryKeys.proposals });
    },
    onError: (error) => notifyError('The visit was not scheduled', error),
  });
}
