import type { CheckRequest } from '@/api/gen/types.gen';
import { notifySuccess, tryOrNotify } from '@/components/notify';
import { requestedChecksText } from '@/entities/check/requested-check-text';
import { useRequestChecks } from '@/entities/source/list.queries';

/**
 * Requests checks of selected sources, or of all that match a filter, and says when they are done.
 */
export function useCheckSources() {
  const mutation = useRequestChecks();
  const check = (request: CheckRequest) =>
    tryOrNotify('The checks were not requested', async () => {
      notifySuccess(requestedChecksText(await mutation.mutateAsync(request), new Date()));
    });
  return { check, isPending: mutation.isPending };
}
