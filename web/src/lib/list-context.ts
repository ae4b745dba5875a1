import type { ListSourcesData, SourcePage } from '@/api/gen/types.gen';
import { paths } from './paths';

/**
 * The list of sources as it was last shown, for links from a source back to it and to the
 * neighbours of the source.
 */
export interface ListContext {
  /** The query string of the list's URL. */
  search: string;
  /** The API's parameters of the page. */
  query: NonNullable<ListSourcesData['query']>;
  /** The ids of the sources on the page. */
  ids: string[];
  /** The number of matching sources before the page, if it is known. */
  offset?: number;
  total: number;
  isMinimum: boolean;
  previousCursor?: string;
  nextCursor?: string;
  /** The source that was opened last, and the scroll position of the list at that time. */
  openedId?: string;
  top?: number;
}

const STORAGE_KEY = 'sources-list';

/**
 * Navigation state of a link that returns to the list: the list restores its scroll position and
 * the focused row.
 */
export const RETURN_TO_LIST = { returnToList: true };

// Without storage, links lead to the list without filters.
export function saveListContext(context: ListContext): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(context));
  } catch {
    return;
  }
}

export function readListContext(): ListContext | null {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as ListContext | null;
  } catch {
    return null;
  }
}

/** Returns the path of the list as it was last shown. */
export function lastListPath(): string {
  return paths.sources + (readListContext()?.search ?? '');
}

/** Returns the context of a page of the list. `search` is the query string of its URL. */
export function listContextOf(search: string, query: ListContext['query'], page: SourcePage): ListContext {
  return {
    search,
    query,
    ids: page.items.map(({ id }) => id),
    offset: page.offset,
    total: page.total,
    isMinimum: page.total_is_minimum,
    previousCursor: page.prev_cursor,
    nextCursor: page.next_cursor,
  };
}

/** Returns the query string of the list's URL with another cursor. */
export function withCursor(search: string, cursor: string): string {
  const params = new URLSearchParams(search);
  params.set('cursor', cursor);
  return `?${params}`;
}
