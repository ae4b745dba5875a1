import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { getVisit, listFailedVisits, pauseVisits, resumeVisits, scheduleVisit } from '@/api/gen/sdk.gen';
import type { Source, Visit } from '@/api/gen/types.gen';
import { pagedQuery } from '@/api/paged-query';
import { queryKeys } from '@/api/query-keys';
import { useWrite } from '@/api/use-write';
import { isFetched } from '@/entities/source/is-fetched';

const POLL_MS = 4_000;
const SOON_MS = 5 * 60_000;

/** Reports whether a source that is fetched lacks fields that a visit of its homepage may find. */
export function isIncomplete(source: Source): boolean {
  return (
    isFetched(source) &&
    (!source.country ||
      !source.logo ||
      source.languages.length === 0 ||
      source.name_derived === true ||
      source.homepage_derived === true)
  );
}

/** Reports whether the first visit of a homepage is due. */
export function isFirstVisitDue(visit: Visit | undefined): boolean {
  if (visit?.next_at === undefined || visit.attempts > 0) return false;
  return Date.parse(visit.next_at) < Date.now() + SOON_MS; // later visits repeat the first one
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
  return useWrite(async () => (await scheduleVisit({ path: { id } })).data, [queryKeys.suggestedFields], {
    onSuccess: (scheduled) => queryClient.setQueryData(visitQuery(id).queryKey, scheduled),
  });
}

const FAILED_PER_PAGE = 20;

/** Queries the visits that failed, page by page. */
export function failedVisitsQuery(importId: string | null) {
  return pagedQuery({
    queryKey: [...queryKeys.suggestedFields, 'failed', importId],
    perPage: FAILED_PER_PAGE,
    read: async (page, signal) =>
      (await listFailedVisits({ query: { import_id: importId ?? undefined, ...page }, signal })).data,
  });
}

/** Pauses or resumes the visits of homepages. */
export function usePauseVisits(pause: boolean) {
  return useWrite(async () => (await (pause ? pauseVisits() : resumeVisits())).data, [queryKeys.suggestedFields]);
}
