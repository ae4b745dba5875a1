import { useMutation, useQueryClient } from '@tanstack/react-query';
import { checkSources } from '@/api/gen/sdk.gen';
import type { CheckRequest } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';
import { notifyError, notifySuccess } from '@/components/notify';
import { requestedChecksText } from '@/lib/requested-check-text';

/**
 * Requests checks of selected sources, or of all that match a filter, and says when they are done.
 */
export function useCheckSources() {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: async (body: CheckRequest) => (await checkSources({ body })).data,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.sourceLists }),
  });
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
