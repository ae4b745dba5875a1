import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { previewSchedule } from '@/api/gen/sdk.gen';
import type { SchedulePreviewRequest } from '@/api/gen/types.gen';

/** Queries when an endpoint would be checked with a schedule. */
export function schedulePreviewQuery(request: SchedulePreviewRequest) {
  return queryOptions({
    queryKey: ['schedule-preview', request],
    queryFn: async ({ signal }) => (await previewSchedule({ body: request, signal })).data,
    placeholderData: keepPreviousData,
    retry: false,
  });
}
