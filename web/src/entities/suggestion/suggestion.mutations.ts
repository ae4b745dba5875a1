import { useQueryClient } from '@tanstack/react-query';
import { decideSuggestions, searchPairs } from '@/api/gen/sdk.gen';
import type {
  SuggestionDecision,
  SuggestionOutcome,
  SuggestionOutcomes,
  SuggestionSelection,
} from '@/api/gen/types.gen';
import { invalidate } from '@/api/invalidate';
import { queryKeys } from '@/api/query-keys';
import { useWrite } from '@/api/use-write';

export type Decision = SuggestionDecision['decision'];

/** The largest number of suggestions of one request. */
const MAX_PER_REQUEST = 100;

/**
 * Returns functions that decide suggestions. `decide` returns the outcomes of the suggestions with
 * these ids; `decideAll` decides up to 100 of a selection. After the last request, `refetch`
 * refetches what shows the decided suggestions and their sources.
 */
export function useSuggestionDecisions() {
  const queryClient = useQueryClient();
  return {
    decide: async (decision: Decision, ids: string[]): Promise<SuggestionOutcome[]> => {
      const outcomes: SuggestionOutcome[] = [];
      for (let from = 0; from < ids.length; from += MAX_PER_REQUEST) {
        const body = { decision, ids: ids.slice(from, from + MAX_PER_REQUEST) };
        outcomes.push(...(await decideSuggestions({ body })).data.items);
      }
      return outcomes;
    },
    decideAll: async (decision: Decision, all: SuggestionSelection): Promise<SuggestionOutcomes> =>
      (await decideSuggestions({ body: { decision, all } })).data,
    refetch: (sourceIds: Iterable<string>) => {
      const { suggestions, suggestedFields, work, sourceLists } = queryKeys;
      const sources = [...new Set(sourceIds)].map((id) => queryKeys.source(id));
      invalidate(queryClient, suggestions, suggestedFields, work, sourceLists, ...sources);
    },
  };
}

/** Searches all sources for pairs that may be the same outlet. */
export function useSearchPairs() {
  return useWrite(async () => (await searchPairs()).data, [queryKeys.suggestions]);
}
