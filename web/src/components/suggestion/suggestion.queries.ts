import { queryOptions } from '@tanstack/react-query';
import { listSuggestions } from '@/api/gen/sdk.gen';
import type { SuggestionKind, SuggestionState } from '@/api/gen/types.gen';
import { pollDelay } from '@/api/live';
import { withNewParameters } from '@/api/new-parameters';
import { pagedQuery } from '@/api/paged-query';
import { queryKeys } from '@/api/query-keys';

const PER_PAGE = 20;
/** The largest number of sources of one request. */
const MAX_SOURCES = 100;
/** How often open suggestions are read again. A hidden tab sends no requests. */
const POLL_MS = 15_000;

/** The suggestions whose change was made. */
export const DONE: SuggestionState[] = ['accepted', 'applied'];

/**
 * Queries the open suggestions of a kind for sources that do not need a person, newest first, page
 * by page.
 */
export function suggestionGroupQuery(kind: SuggestionKind) {
  return pagedQuery({
    queryKey: [...queryKeys.suggestions, 'group', kind],
    perPage: PER_PAGE,
    read: async (page, signal) =>
      (
        await withNewParameters({ needs_person: false }, (added) =>
          listSuggestions({ query: { kind, ...page, ...added }, signal }),
        )
      ).data,
  });
}

/** Queries the changes that were made because of suggestions, the newest suggestion first. */
export function madeChangesQuery() {
  return queryOptions({
    queryKey: [...queryKeys.suggestions, 'done'],
    queryFn: async ({ signal }) => (await listSuggestions({ query: { state: DONE, limit: PER_PAGE }, signal })).data,
    refetchInterval: () => pollDelay(POLL_MS),
  });
}

/**
 * Queries the suggestions for sources: the open ones, and if asked for, those whose change was
 * made.
 */
export function suggestionsOfSourcesQuery(sourceIds: string[], withDone = false) {
  const ids = sourceIds.slice(0, MAX_SOURCES);
  return queryOptions({
    queryKey: [...queryKeys.suggestions, 'sources', ids, withDone],
    queryFn: async ({ signal }) =>
      (
        await listSuggestions({
          query: { source_id: ids, state: withDone ? ['open', ...DONE] : ['open'], limit: 100 },
          signal,
        })
      ).data,
    enabled: ids.length > 0,
    refetchInterval: () => pollDelay(POLL_MS),
  });
}
