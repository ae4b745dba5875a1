import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pauseChecks, resumeChecks } from '@/api/gen/sdk.gen';
import type { CheckStatus } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';

function useStatusMutation<V>(mutationFn: (variables: V) => Promise<CheckStatus>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (changed) => queryClient.setQueryData(queryKeys.checkStatus, changed),
  });
}

/** Pauses all checks, with a reason. */
export function usePauseChecks() {
  return useStatusMutation(async (reason: string) => (await pauseChecks({ body: { reason } })).data);
}

export function useResumeChecks() {
  return useStatusMutation<void>(async () => (await resumeChecks()).data);
}
