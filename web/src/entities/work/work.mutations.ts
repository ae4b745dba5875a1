import { useMutation, useQueryClient, type UseMutationOptions } from '@tanstack/react-query';
import { changeWork } from '@/api/gen/sdk.gen';
import type { WorkChange, WorkOutcome } from '@/api/gen/types.gen';
import { invalidate } from '@/api/invalidate';
import { queryKeys } from '@/api/query-keys';

/** The largest number of sources of one request. */
export const MAX_CHANGED = 1000;
/** The number of changed sources whose data is refetched. A member has only a few sources open. */
const MAX_REFETCHED = 20;

type Callbacks<V> = Pick<UseMutationOptions<WorkOutcome[], Error, V>, 'onSuccess' | 'onError'>;

/**
 * Returns a mutation that assigns or snoozes sources, and refetches what shows them. The callbacks
 * are also called after the component is unmounted.
 */
export function useWorkMutation<V>(changeOf: (variables: V) => WorkChange, callbacks: Callbacks<V>) {
  const queryClient = useQueryClient();
  return useMutation({
    ...callbacks,
    mutationFn: async (variables: V) => (await changeWork({ body: changeOf(variables) })).data.items,
    onSettled: (outcomes) => {
      const sources = (outcomes ?? []).map(({ source_id: id }) => queryKeys.source(id));
      invalidate(queryClient, queryKeys.work, queryKeys.sourceLists, ...sources.slice(0, MAX_REFETCHED));
    },
  });
}
