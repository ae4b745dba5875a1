import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { decideProposals } from '@/api/gen/sdk.gen';
import type { Proposal, ProposalDecision, ProposalOutcome } from '@/api/gen/types.gen';
import { invalidate } from '@/api/invalidate';
import { queryKeys } from '@/api/query-keys';

export type Decision = ProposalDecision['decision'];

/** Refetches what shows the sources that a decision changed. */
export function invalidateDecided(queryClient: QueryClient, decision: Decision, sourceIds: Iterable<string>): void {
  const keys: (readonly unknown[])[] = [queryKeys.proposals];
  if (decision === 'accept') {
    keys.push(queryKeys.sourceLists);
    for (const id of sourceIds) keys.push(queryKeys.source(id));
  }
  invalidate(queryClient, ...keys);
}

/** Accepts or dismisses one proposal and returns its outcome. */
export function useDecide() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({
      decision,
      proposal,
    }: {
      decision: Decision;
      proposal: Proposal;
    }): Promise<ProposalOutcome> => {
      const { items } = (await decideProposals({ body: { decision, ids: [proposal.id] } })).data;
      return items[0]!;
    },
    onSettled: (_, __, { decision, proposal }) => invalidateDecided(queryClient, decision, [proposal.source_id]),
  });
}
