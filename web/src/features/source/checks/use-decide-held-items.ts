import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  Endpoint,
  HeldItemsDecision,
  HeldItemsDecisionRequest,
  HeldItemsDecisionResult,
  Source,
} from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';
import { notifyError, notifySuccess } from '@/components/notify';
import { decideHeld, refetchDecided } from '@/entities/check/held-items';
import { formatCount } from '@/lib/format-count';

/**
 * Decides about the held items of an endpoint. A message shows the result. `pending` is the
 * decision that is being saved, or null.
 */
export function useDecideHeldItems(source: Source, endpoint: Endpoint) {
  const queryClient = useQueryClient();
  const decided = { source_id: source.id, endpoint_id: endpoint.id };
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (body: HeldItemsDecisionRequest) => decideHeld(decided, body),
    onSuccess: (result) => notifySuccess(describeDecision(result)),
    onError: (error) => notifyError('The decision was not saved', error),
    onSettled: async () => {
      refetchDecided(queryClient, [decided]);
      // The buttons stay busy until the panel shows the new state.
      await queryClient.invalidateQueries({ queryKey: queryKeys.health(source.id) });
    },
  });
  return {
    pending: isPending ? variables.decision : null,
    decide: (decision: HeldItemsDecision, version: string) => mutate({ decision, version }),
  };
}

function describeDecision({ decision, count }: HeldItemsDecisionResult): string {
  const items = `${formatCount(count, 'item')} ${count === 1 ? 'was' : 'were'}`;
  return decision === 'release'
    ? `${items} stored as new.`
    : `${items} discarded. ${count === 1 ? 'Its new ID is' : 'Their new IDs are'} known from now on.`;
}
