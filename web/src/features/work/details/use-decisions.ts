import { useState } from 'react';
import type { Proposal, ProposalOutcome } from '@/api/gen/types.gen';
import { notifyError } from '@/components/notify';
import { useDecide, type Decision } from '@/components/proposal/use-decide';

/**
 * Decides single proposals. `failures` are the proposals that could not be accepted, the last one
 * first; `decided` are the ids of all that were decided here.
 */
export function useDecisions() {
  const decide = useDecide();
  const [pending, setPending] = useState<ReadonlyMap<string, Decision>>(new Map());
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const [failures, setFailures] = useState<ProposalOutcome[]>([]);

  function settle(id: string) {
    setPending((before) => new Map([...before].filter(([other]) => other !== id)));
  }

  async function run(decision: Decision, proposal: Proposal): Promise<void> {
    if (pending.has(proposal.id)) return;
    setPending((before) => new Map(before).set(proposal.id, decision));
    addDecided([proposal]);
    try {
      const outcome = await decide.mutateAsync({ decision, proposal });
      if (outcome.detail) addFailures([{ source_name: proposal.source_name, field: proposal.field, ...outcome }]);
    } catch (error) {
      notifyError(`The suggestion for ${proposal.source_name} was not saved`, error);
    } finally {
      settle(proposal.id);
    }
  }

  function addDecided(proposals: Proposal[]) {
    setDecided((before) => new Set([...before, ...proposals.map(({ id }) => id)]));
  }

  function addFailures(more: ProposalOutcome[]) {
    setFailures((before) => [...more, ...before]);
  }

  return { pending, failures, decided, run, addDecided, addFailures, clearFailures: () => setFailures([]) };
}
