import type { UseMutationOptions } from '@tanstack/react-query';
import { changeWork } from '@/api/gen/sdk.gen';
import type { WorkChange, WorkOutcome } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';
import { useWrite } from '@/api/use-write';

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
  return useWrite(
    async (variables: V) => (await changeWork({ body: changeOf(variables) })).data.items,
    (variables) => [
      queryKeys.work,
      queryKeys.sourceLists,
      ...changeOf(variables)
        .items.slice(0, MAX_REFETCHED)
        .map(({ source_id: id }) => queryKeys.source(id)),
    ],
    callbacks,
  );
}
