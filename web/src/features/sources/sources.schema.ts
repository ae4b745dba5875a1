import {
  NO_VALUES,
  NONE,
  parseFilters,
  SOURCE_FILTERS,
  type FilterName,
  type FilterValues,
} from '@/entities/source/filters';
import { hideCredentials } from '@/lib/hide-credentials';
import { CURSOR, oneOf } from '@/lib/search-params';

export const SORTS = [
  'relevance',
  'name',
  '-name',
  'created',
  '-created',
  'updated',
  '-updated',
  'health',
  '-health',
  'last_new_item',
  '-last_new_item',
  'next_check',
  '-next_check',
] as const;

/** Returns the sort without a choice: a search lists the best matches first. */
function defaultSort(q: string): (typeof SORTS)[number] {
  return q ? 'relevance' : 'name';
}

/** More than 100 rows are hard to scan and slow to render without virtual scrolling. */
export const PAGE_SIZES = [25, 50, 100] as const;
const DEFAULT_PAGE_SIZE = 50;

/** The limit of the API, which rejects longer searches. */
const MAX_QUERY = 200;

/** The columns that can be hidden. The name column has the link to the source. */
export const HIDEABLE = [
  'domain',
  'lifecycle',
  'health',
  'activity',
  'last_new_item',
  'next_check',
  'endpoints',
  'country',
  'languages',
  'tags',
  'created',
  'updated',
] as const;
export type HideableColumn = (typeof HIDEABLE)[number];
/** The columns that are hidden by default, to leave room for the others. */
const HIDDEN: HideableColumn[] = ['languages', 'created', 'updated'];

/** The state of the list in the URL: the API's parameters and the hidden columns. */
export interface SourcesSearch extends FilterValues {
  q: string;
  sort: (typeof SORTS)[number];
  limit: (typeof PAGE_SIZES)[number];
  cursor: string | null;
  hide: HideableColumn[];
}

/** What narrows the list: the search and the filters. */
export type Narrowing = 'q' | FilterName;
const NARROWINGS: readonly Narrowing[] = ['q', ...SOURCE_FILTERS.map(({ name }) => name)];

/**
 * Parses the state from the URL. Invalid values become the defaults, so that an outdated or
 * mistyped URL still works.
 */
export function parseSearch(params: URLSearchParams): SourcesSearch {
  const q = hideCredentials(params.get('q') ?? '')
    .trim()
    .slice(0, MAX_QUERY);
  const sort = oneOf(SORTS, params.get('sort'));
  const isUnranked = sort === 'relevance' && q === '';
  const cursor = params.get('cursor') ?? '';
  const hidden = HIDEABLE.filter((column) => params.getAll('hide').includes(column));
  return {
    ...parseFilters(params),
    q,
    sort: sort === undefined || isUnranked ? defaultSort(q) : sort,
    limit: oneOf(PAGE_SIZES, Number(params.get('limit'))) ?? DEFAULT_PAGE_SIZE,
    cursor: CURSOR.test(cursor) ? cursor : null,
    hide: hidden.length > 0 || params.get('hide') === NONE ? hidden : HIDDEN,
  };
}

/** Returns the URL parameters for a state, without the defaults, to keep shared URLs short. */
export function toParams(search: SourcesSearch): URLSearchParams {
  const params = new URLSearchParams();
  if (search.q) params.set('q', search.q);
  for (const { name } of SOURCE_FILTERS) for (const value of search[name]) params.append(name, value);
  if (search.sort !== defaultSort(search.q)) params.set('sort', search.sort);
  if (search.limit !== DEFAULT_PAGE_SIZE) params.set('limit', String(search.limit));
  if (search.cursor) params.set('cursor', search.cursor);
  if (search.hide.join() !== HIDDEN.join()) {
    for (const column of search.hide.length > 0 ? search.hide : [NONE]) params.append('hide', column);
  }
  return params;
}

export type SearchChange = Partial<SourcesSearch>;

/**
 * Applies a change. A change of filters, sort or page size resets the cursor, which is valid for
 * one list only.
 */
export function applyChange(search: SourcesSearch, change: SearchChange): SourcesSearch {
  const sameList = Object.keys(change).every((name) => name === 'hide' || name === 'cursor');
  const next = { ...search, ...(sameList ? {} : { cursor: null }), ...change };
  // Another search keeps a chosen sort, but not the default one.
  if (change.sort === undefined && search.sort === defaultSort(search.q)) next.sort = defaultSort(next.q);
  return next;
}

export const NO_FILTERS = { q: '', ...NO_VALUES } satisfies Pick<SourcesSearch, Narrowing>;

/** Returns what narrows the list: the search and the filters that have a value. */
export function activeFilters(search: SourcesSearch): Narrowing[] {
  return NARROWINGS.filter((name) => search[name].length > 0);
}
