import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { decideSuggestions } from '@/api/gen/sdk.gen';
import type { Suggestion, SuggestionDecision, SuggestionOutcome } from '@/api/gen/types.gen';
import { invalidate } from '@/api/invalidate';
import { queryKeys } from '@/api/query-keys';
import { notifyError, notifySuccess, notifyWithUndo } from '@/components/notify';
import { describeOutcome } from './describe-suggestion';

export type Decision = SuggestionDecision['decision'];

/** The largest number of suggestions of one request. */
const MAX_PER_REQUEST = 100;

/**
 * Accepts, dismisses or undoes suggestions. A message says what was done and has a button that
 * undoes it. `failures` are the suggestions of the last decision that could not be decided,
 * `decided` the ids of all that were decided here.
 */
export function useDecideSuggestions() {
  const queryClient = useQueryClient();
  const [failures, setFailures] = useState<SuggestionOutcome[]>([]);
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ decision, ids }: { decision: Decision; ids: string[] }): Promise<SuggestionOutcome[]> => {
      const outcomes: SuggestionOutcome[] = [];
      for (let from = 0; from < ids.length; from += MAX_PER_REQUEST) {
        const body = { decision, ids: ids.slice(from, from + MAX_PER_REQUEST) };
        outcomes.push(...(await decideSuggestions({ body })).data.items);
      }
      return outcomes;
    },
    onSuccess: (outcomes, { decision }) => {
      const done = outcomes.filter(({ detail }) => !detail);
      setFailures(outcomes.filter(({ detail }) => detail));
      if (done.length === 0) return;
      if (decision === 'undo') notifySuccess(describeOutcome(done));
      else notifyWithUndo(describeOutcome(done), () => mutate({ decision: 'undo', ids: done.map(({ id }) => id) }));
    },
    onError: (error) => notifyError('The decision was not saved', error),
    onSettled: (outcomes) => {
      const sources = (outcomes ?? []).flatMap(({ source_id: id }) => (id ? [queryKeys.source(id)] : []));
      invalidate(queryClient, queryKeys.suggestions, queryKeys.work, queryKeys.sourceLists, ...sources);
    },
  });
  return {
    failures,
    decided,
    isPending,
    /** Returns the decision about a suggestion that is being saved, or null. */
    pendingOf: ({ id }: Suggestion): Decision | null =>
      isPending && variables.ids.includes(id) ? variables.decision : null,
    decide: (decision: Decision, suggestions: Suggestion[]) => {
      const ids = suggestions.map(({ id }) => id);
      setFailures([]);
      setDecided((before) => new Set([...before, ...ids]));
      mutate({ decision, ids });
    },
  };
}
