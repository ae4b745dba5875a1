import { useState } from 'react';
import type { Proposal, ProposalOutcome } from '@/api/gen/types.gen';
import { notifyError } from '@/components/notify';
import { useDecide, type Decision } from '@/components/proposal/use-decide';

/** Decides single proposals. `failures` are the proposals that could not be accepted, the last one first. */
export function useDecisions() {
  const decide = useDecide();
  const [pending, setPending] = useState<ReadonlyMap<string, Decision>>(new Map());
  const [failures, setFailures] = useState<ProposalOutcome[]>([]);

  function settle(id: string) {
    setPending((before) => new Map([...before].filter(([other]) => other !== id)));
  }

  async function run(decision: Decision, proposal: Proposal): Promise<void> {
    if (pending.has(proposal.id)) return;
    setPending((before) => new Map(before).set(proposal.id, decision));
    try {
      const outcome = await decide.mutateAsync({ decision, proposal });
      if (outcome.detail) addFailures([{ source_name: proposal.source_name, field: proposal.field, ...outcome }]);
    } catch (error) {
      notifyError(`The suggestion for ${proposal.source_name} was not saved`, error);
    } finally {
      settle(proposal.id);
    }
  }

  function addFailures(more: ProposalOutcome[]) {
    setFailures((before) => [...more, ...before]);
  }

  return { pending, failures, run, addFailures, clearFailures: () => setFailures([]) };
}
