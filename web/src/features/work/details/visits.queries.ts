import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listFailedVisits, pauseVisits, resumeVisits } from '@/api/gen/sdk.gen';
import { pagedQuery } from '@/api/paged-query';
import { queryKeys } from '@/api/query-keys';
import { notifyError } from '@/components/notify';

const FAILED_PER_PAGE = 20;

/** Queries the visits that failed, page by page. */
export function failedVisitsQuery(importId: string | null) {
  return pagedQuery({
    queryKey: [...queryKeys.proposals, 'failed', importId],
    perPage: FAILED_PER_PAGE,
    read: async (page, signal) =>
      (await listFailedVisits({ query: { import_id: importId ?? undefined, ...page }, signal })).data,
  });
}

/** Pauses or resumes the visits of homepages. */
export function usePauseVisits(pause: boolean) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => (await (pause ? pauseVisits() : resumeVisits())).data,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.proposals }),
    onError: (error) => notifyError(`The visits were not ${pause ? 'paused' : 'resumed'}`, error),
  });
}
