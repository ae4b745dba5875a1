import { infiniteQueryOptions } from '@tanstack/react-query';
import { listSources, listSuggestions } from '@/api/gen/sdk.gen';
import type { HealthCause, HealthState, SourceRow, Suggestion } from '@/api/gen/types.gen';
import { withNewParameters } from '@/api/new-parameters';
import { queryKeys } from '@/api/query-keys';

const PAGE_SIZE = 20;
/** The largest page of the API. */
const MAX_SUGGESTIONS = 500;

/** The filters of a group. */
export interface GroupParameters {
  cause: HealthCause[];
  health: HealthState[];
  snoozed: boolean;
  assignee?: string[];
}

/** A page of the sources of a group with their suggestions, which are null if they could not be loaded. */
export interface GroupPage {
  sources: SourceRow[];
  suggestions: Suggestion[] | null;
  next: string | undefined;
}

/** Queries the sources of a group and their open suggestions, page by page. */
export function groupQuery(parameters: GroupParameters) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.work, 'sources', parameters],
    queryFn: async ({ pageParam, signal }): Promise<GroupPage> => {
      const query = { ...parameters, limit: PAGE_SIZE, cursor: pageParam };
      const { items: sources, next_cursor: next } = (
        await withNewParameters({ last_known: true }, (added) => listSources({ query: { ...query, ...added }, signal }))
      ).data;
      return { sources, suggestions: await suggestionsOf(sources, signal), next };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });
}

/** Returns the open suggestions for sources, or null if they cannot be loaded, because the sources are shown without them too. */
async function suggestionsOf(sources: SourceRow[], signal: AbortSignal): Promise<Suggestion[] | null> {
  if (sources.length === 0) return [];
  const query = { source_id: sources.map(({ id }) => id), limit: MAX_SUGGESTIONS };
  return listSuggestions({ query, signal }).then(
    ({ data }) => data.items,
    () => null,
  );
}
