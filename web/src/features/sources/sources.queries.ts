import { keepPreviousData } from '@tanstack/react-query';
import type { SourceFilter } from '@/api/gen/types.gen';
import { pollDelay } from '@/api/live';
import { facetOf, toApiFilter, type FilterEntry } from '@/entities/source/filters';
import { facetQuery, sourceCountQuery, sourcePageQuery } from '@/entities/source/list.queries';
import { NO_FILTERS, type Narrowing, type SourcesSearch } from './sources.schema';

/** Returns the search and the filters of the list in the form of the API, without empty ones. */
export function filterOf(search: SourcesSearch): SourceFilter {
  return { ...(search.q && { q: search.q }), ...toApiFilter(search) };
}

/** Returns the API's parameters of a page of the list. */
export function pageQuery(search: SourcesSearch) {
  const { sort, limit, cursor } = search;
  return { ...filterOf(search), sort, limit, cursor: cursor ?? undefined };
}

/**
 * How often a visible list is read again, so that it shows what the checks observe. A hidden tab
 * sends no requests.
 */
const LIST_POLL_MS = 30_000;

/** Queries one page of the list. The previous rows stay visible while it loads. */
export function sourcesQuery(search: SourcesSearch) {
  return {
    ...sourcePageQuery(pageQuery(search)),
    placeholderData: keepPreviousData,
    refetchInterval: () => pollDelay(LIST_POLL_MS),
  };
}

/** Queries the counts of one facet. */
export function facetsQuery(search: SourcesSearch, filter: FilterEntry) {
  return facetQuery(filterOf(search), facetOf(filter));
}

/** Queries the number of sources that match a search. */
function countQuery(search: SourcesSearch) {
  return sourceCountQuery(filterOf(search));
}

/** Queries the number of sources without one of the filters. */
export function countWithoutQuery(search: SourcesSearch, filter: Narrowing) {
  return countQuery({ ...search, [filter]: NO_FILTERS[filter] });
}

/**
 * Queries the number of archived sources that match. A list without a state filter leaves them out.
 */
export function countArchivedQuery(search: SourcesSearch) {
  return { ...countQuery({ ...search, lifecycle: ['archived'] }), enabled: search.lifecycle.length === 0 };
}
