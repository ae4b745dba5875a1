import { queryOptions, useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { getHealth, listSources, listSuggestions } from '@/api/gen/sdk.gen';
import type { HealthCause, HealthState, SourceRow, Suggestion } from '@/api/gen/types.gen';
import { withNewParameters } from '@/api/new-parameters';
import { pagedQuery } from '@/api/paged-query';
import { queryKeys } from '@/api/query-keys';
import { MAX_CHANGED } from './work.mutations';

const PAGE_SIZE = 20;
/** The maximum number of sources in one request for suggestions. */
const MAX_SOURCES = 100;
/** The maximum number of entries on a page of the API. */
const MAX_PAGE = 500;

/** The filters of a group. */
export interface GroupParameters {
  cause: HealthCause[];
  health: HealthState[];
  snoozed: boolean;
  assignee?: string[];
}

/** A source of a group with its suggestions, which are null if they could not be loaded. */
export interface GroupEntry {
  source: SourceRow;
  suggestions: Suggestion[] | null;
}

/** Returns the query of the sources of a group and their open suggestions, page by page. */
export function groupQuery(parameters: GroupParameters) {
  return pagedQuery({
    queryKey: [...queryKeys.work, 'sources', parameters],
    perPage: PAGE_SIZE,
    read: async (page, signal) => {
      const query = { ...parameters, ...page };
      const { items: sources, next_cursor } = (
        await withNewParameters({ last_known: true }, (added) => listSources({ query: { ...query, ...added }, signal }))
      ).data;
      const suggestions = await suggestionsOf(sources, signal);
      const items = sources.map((source): GroupEntry => ({
        source,
        suggestions: suggestions && suggestions.filter(({ source_id: id }) => id === source.id),
      }));
      return { items, next_cursor };
    },
  });
}

/**
 * Returns the open suggestions for sources. If they cannot be loaded, it returns null instead of an
 * error, because the sources are then shown without suggestions.
 */
async function suggestionsOf(sources: SourceRow[], signal: AbortSignal): Promise<Suggestion[] | null> {
  const requests: Promise<Suggestion[]>[] = [];
  for (let from = 0; from < sources.length; from += MAX_SOURCES) {
    const query = { source_id: sources.slice(from, from + MAX_SOURCES).map(({ id }) => id), limit: MAX_PAGE };
    requests.push(listSuggestions({ query, signal }).then(({ data }) => data.items));
  }
  return Promise.all(requests).then(
    (lists) => lists.flat(),
    () => null,
  );
}

type Callbacks = Pick<UseMutationOptions<SourceRow[]>, 'onSuccess' | 'onError'>;

/** Loads all sources of a group, or the first MAX_CHANGED: the maximum of one change. */
export function useLoadAll(parameters: GroupParameters, callbacks: Callbacks) {
  return useMutation({
    ...callbacks,
    mutationFn: async () => {
      const sources: SourceRow[] = [];
      let cursor: string | undefined;
      do {
        const { data } = await listSources({ query: { ...parameters, limit: MAX_PAGE, cursor } });
        sources.push(...data.items);
        cursor = data.next_cursor;
      } while (cursor && sources.length < MAX_CHANGED);
      return sources.slice(0, MAX_CHANGED);
    },
  });
}

/** Returns the query of the current health of a source that is no longer in the list. */
export function leftHealthQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.health(id),
    queryFn: async ({ signal }) => (await getHealth({ path: { id }, signal })).data,
    retry: false,
  });
}
