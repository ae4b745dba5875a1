import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { decideProposals } from '@/api/gen/sdk.gen';
import type { ProposalOutcome } from '@/api/gen/types.gen';
import type { ProposalFilter } from '@/components/proposal/proposal.queries';
import { invalidateDecided, type Decision } from '@/components/proposal/use-decide';

interface DecideAllProgress {
  applied: number;
  failures: ProposalOutcome[];
  running: boolean;
  error: unknown;
}

const IDLE: DecideAllProgress = { applied: 0, failures: [], running: false, error: null };

/**
 * Decides all proposals that match a filter, in batches, up to the newest one that the summary
 * named.
 */
export function useDecideAll(filter: ProposalFilter, newestId: string | undefined) {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState(IDLE);
  const stopped = useRef(false);

  async function start(decision: Decision): Promise<DecideAllProgress> {
    stopped.current = false;
    let now: DecideAllProgress = { ...IDLE, running: true };
    const sources = new Set<string>();
    const update = (change: Partial<DecideAllProgress>) => setProgress((now = { ...now, ...change }));
    update({});
    try {
      let after: string | undefined;
      while (newestId && !stopped.current) {
        const { items, next } = (
          await decideProposals({ body: { decision, all: { ...filter, through: newestId, after } } })
        ).data;
        const failed = items.filter(({ detail }) => detail);
        for (const { source_id } of items) if (source_id) sources.add(source_id);
        update({ applied: now.applied + items.length - failed.length, failures: [...now.failures, ...failed] });
        if (!next) break;
        after = next;
      }
    } catch (error) {
      update({ error });
    }
    update({ running: false });
    invalidateDecided(queryClient, decision, sources);
    return now;
  }

  return {
    progress,
    start,
    stop: () => (stopped.current = true),
    reset: () => setProgress(IDLE),
  };
}
