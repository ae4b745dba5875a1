import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getPairSearch, getSuggestionSummary, listSuggestions } from '@/api/gen/sdk.gen';
import type { SuggestionField, SuggestionKind, SuggestionState, SuggestionSummary } from '@/api/gen/types.gen';
import { pollDelay } from '@/api/live';
import { withNewParameters } from '@/api/new-parameters';
import { pagedQuery } from '@/api/paged-query';
import { queryKeys } from '@/api/query-keys';

const PER_PAGE = 20;
/** The largest number of sources of one request. */
const MAX_SOURCES = 100;
/** How often open suggestions are read again. A hidden tab sends no requests. */
const POLL_MS = 15_000;
/** How often suggestions are read again while a job finds new ones. */
const SEARCH_POLL_MS = 4_000;

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

/** Queries the open pairs of sources that may be the same outlet, page by page. */
export function suggestedPairsQuery() {
  return pagedQuery({
    queryKey: [...queryKeys.suggestions, 'pairs'],
    perPage: PER_PAGE,
    read: async (page, signal) => (await listSuggestions({ query: { kind: 'same_outlet', ...page }, signal })).data,
  });
}

/** Queries when all sources were last searched for pairs, and whether a search runs. */
export function pairSearchQuery() {
  return queryOptions({
    queryKey: [...queryKeys.suggestions, 'search'],
    queryFn: async ({ signal }) => (await getPairSearch({ signal })).data,
    refetchInterval: ({ state }) => (state.data?.searching ? SEARCH_POLL_MS : false),
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

/** Reports whether homepages are being visited, so that more suggestions will follow. */
export function isVisiting(summary: SuggestionSummary | undefined): boolean {
  return summary !== undefined && !summary.visits.paused && summary.visits.waiting > 0;
}

/**
 * Queries the counts of the suggestions for fields and of the visits, of all sources or of those
 * that an import created.
 */
export function suggestionSummaryQuery(importId?: string) {
  return queryOptions({
    queryKey: [...queryKeys.suggestedFields, 'summary', importId ?? null],
    queryFn: async ({ signal }) => (await getSuggestionSummary({ query: { import_id: importId }, signal })).data,
    refetchInterval: ({ state }) => (isVisiting(state.data) ? SEARCH_POLL_MS : false),
  });
}

export interface FieldFilter {
  field?: SuggestionField;
  import_id?: string;
}

const FIELDS_PER_PAGE = 50;

/**
 * Queries a page of open suggestions for fields, oldest first. The previous rows stay visible while
 * it loads.
 */
export function suggestedFieldsQuery(
  filter: FieldFilter & { source_id?: string[] },
  cursor: string | null = null,
  poll = false,
) {
  return queryOptions({
    queryKey: [...queryKeys.suggestedFields, 'list', filter, cursor],
    queryFn: async ({ signal }) => {
      const page = { cursor: cursor ?? undefined, limit: FIELDS_PER_PAGE };
      return (await listSuggestions({ query: { kind: 'field', order: 'oldest_first', ...filter, ...page }, signal }))
        .data;
    },
    placeholderData: keepPreviousData,
    refetchInterval: poll ? SEARCH_POLL_MS : false,
  });
}
