import { useRef, useState } from 'react';
import type { SuggestionOutcome, SuggestionOutcomes } from '@/api/gen/types.gen';
import { useSuggestionDecisions, type Decision } from '@/entities/suggestion/suggestion.mutations';
import type { FieldFilter } from '@/entities/suggestion/suggestion.queries';

interface DecideAllProgress {
  applied: number;
  failures: SuggestionOutcome[];
  proposed: SuggestionOutcome[];
  running: boolean;
  error: unknown;
}

const IDLE: DecideAllProgress = { applied: 0, failures: [], proposed: [], running: false, error: null };

/**
 * Decides all suggestions for fields that match a filter, in batches, up to the newest one that the
 * summary named.
 */
export function useDecideAll(filter: FieldFilter, newestId: string | undefined) {
  const { decideAll, refetch } = useSuggestionDecisions();
  const [progress, setProgress] = useState(IDLE);
  const stopped = useRef(false);

  async function start(decision: Decision): Promise<DecideAllProgress> {
    stopped.current = false;
    let now: DecideAllProgress = { ...IDLE, running: true };
    const sources = new Set<string>();
    const update = (change: Partial<DecideAllProgress>) => setProgress((now = { ...now, ...change }));
    update({});
    try {
      let previous: SuggestionOutcomes = { items: [] };
      while (newestId && !stopped.current) {
        previous = await decideAll(decision, {
          kind: 'field',
          ...filter,
          through: newestId,
          after: previous.next,
          change_set_id: previous.change_set_id,
        });
        const { items, next } = previous;
        const failed = items.filter(({ detail }) => detail);
        for (const { source_id } of items) if (source_id) sources.add(source_id);
        const proposed = items.filter(({ proposal_id }) => proposal_id);
        update({
          applied: now.applied + items.length - failed.length - proposed.length,
          failures: [...now.failures, ...failed],
          proposed: [...now.proposed, ...proposed],
        });
        if (!next) break;
      }
    } catch (error) {
      update({ error });
    }
    update({ running: false });
    refetch(sources);
    return now;
  }

  return {
    progress,
    start,
    stop: () => (stopped.current = true),
    reset: () => setProgress(IDLE),
  };
}
