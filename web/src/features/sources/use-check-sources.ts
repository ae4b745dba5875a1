import type { CheckRequest } from '@/api/gen/types.gen';
import { notifyError, notifySuccess } from '@/components/notify';
import { requestedChecksText } from '@/entities/check/requested-check-text';
import { useRequestChecks } from '@/entities/source/list.queries';

/**
 * Requests checks of selected sources, or of all that match a filter, and says when they are done.
 */
export function useCheckSources() {
  const mutation = useRequestChecks();
  async function check(request: CheckRequest): Promise<boolean> {
    try {
      notifySuccess(requestedChecksText(await mutation.mutateAsync(request), new Date()));
      return true;
    } catch (error) {
      notifyError('The checks were not requested', error);
      return false;
    }
  }
  return { check, isPending: mutation.isPending };
}
