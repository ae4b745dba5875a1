import type { SavedView } from '@/api/gen/types.gen';
import { MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH, type ColumnWidths } from '@/components/column-widths';
import {
  fromApiFilter,
  NO_VALUES,
  NONE,
  parseFilters,
  SOURCE_FILTERS,
  type FilterName,
  type FilterValues,
} from '@/entities/source/filters';
import { hideCredentials } from '@/lib/hide-credentials';
import { CURSOR, oneOf, UUID } from '@/lib/search-params';

export const SORTS = [
  'relevance',
  'name',
  '-name',
  'domain',
  '-domain',
  'lifecycle',
  '-lifecycle',
  'country',
  '-country',
  'languages',
  '-languages',
  'tags',
  '-tags',
  'endpoints',
  '-endpoints',
  'created',
  '-created',
  'updated',
  '-updated',
  'health',
  '-health',
  'activity',
  '-activity',
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
const COLUMNS = ['name', ...HIDEABLE] as const;
/** The columns that are hidden by default, to leave room for the others. */
const HIDDEN: HideableColumn[] = ['languages', 'created', 'updated'];

/** The value of `view` for the list of all sources, for members who have a default view. */
export const ALL_SOURCES = 'all';

/** The state of the list in the URL: the view, the API's parameters and the columns. */
export interface SourcesSearch extends FilterValues {
  /** The id of a saved view, ALL_SOURCES or ''. */
  view: string;
  q: string;
  sort: (typeof SORTS)[number];
  limit: (typeof PAGE_SIZES)[number];
  cursor: string | null;
  hide: HideableColumn[];
  /** The widths in pixels of the columns whose width was changed. */
  widths: ColumnWidths;
}

/** What narrows the list: the search and the filters. */
export type Narrowing = 'q' | FilterName;
const NARROWINGS: readonly Narrowing[] = ['q', ...SOURCE_FILTERS.map(({ name }) => name)];

export const NO_FILTERS = { q: '', ...NO_VALUES } satisfies Pick<SourcesSearch, Narrowing>;

/** The list of all sources. */
const ALL: SourcesSearch = {
  ...NO_FILTERS,
  view: '',
  sort: defaultSort(''),
  limit: DEFAULT_PAGE_SIZE,
  cursor: null,
  hide: HIDDEN,
  widths: {},
};

/** Returns the state of the list that a view describes. */
export function searchOfView({ id, filter, sort, columns, column_widths }: SavedView): SourcesSearch {
  const q = filter.q ?? '';
  return {
    ...ALL,
    ...fromApiFilter(filter),
    view: id,
    q,
    sort: oneOf(SORTS, sort) ?? defaultSort(q),
    hide: columns ? HIDEABLE.filter((column) => !columns.includes(column)) : HIDDEN,
    widths: parseWidths(Object.entries(column_widths ?? {}).map(([column, width]) => `${column}-${width}`)),
  };
}

/** Returns the id or ALL_SOURCES in the URL, or '' if there is none or it is invalid. */
export function parseView(params: URLSearchParams): string {
  const view = params.get('view') ?? '';
  return view === ALL_SOURCES || UUID.test(view) ? view : '';
}

/** Returns the valid widths of texts such as "name-320". */
function parseWidths(texts: readonly string[]): ColumnWidths {
  const widths = new Map(texts.map((text) => text.split('-', 2) as [column: string, width: string]));
  const valid = COLUMNS.map((column) => [column, Number(widths.get(column))] as const).filter(
    ([, width]) => Number.isInteger(width) && width >= MIN_COLUMN_WIDTH && width <= MAX_COLUMN_WIDTH,
  );
  return Object.fromEntries(valid);
}

function widthTexts(widths: ColumnWidths): string[] {
  return COLUMNS.flatMap((column) => (widths[column] ? [`${column}-${widths[column]}`] : []));
}

/**
 * Parses the state from the URL, which has the differences from the view `base`. Invalid values
 * become the defaults, so that an outdated or mistyped URL still works.
 */
export function parseSearch(params: URLSearchParams, base = ALL): SourcesSearch {
  const parsed = parseFilters(params);
  const filters = Object.fromEntries(
    SOURCE_FILTERS.map(({ name }) => [name, params.has(name) ? parsed[name] : base[name]]),
  ) as FilterValues;
  const q = hideCredentials(params.get('q') ?? base.q)
    .trim()
    .slice(0, MAX_QUERY);
  const sort = oneOf(SORTS, params.get('sort'));
  const isUnranked = sort === 'relevance' && q === '';
  const cursor = params.get('cursor') ?? '';
  const hidden = HIDEABLE.filter((column) => params.getAll('hide').includes(column));
  const widths = parseWidths(params.getAll('width'));
  return {
    ...filters,
    view: parseView(params),
    q,
    sort: sort === undefined || isUnranked ? sortWithout(q, base) : sort,
    limit: oneOf(PAGE_SIZES, Number(params.get('limit'))) ?? DEFAULT_PAGE_SIZE,
    cursor: CURSOR.test(cursor) ? cursor : null,
    hide: hidden.length > 0 || params.get('hide') === NONE ? hidden : base.hide,
    widths: widthTexts(widths).length > 0 || params.get('width') === NONE ? widths : base.widths,
  };
}

/** Returns the sort of a URL without one: that of the view, or the default for the search. */
function sortWithout(q: string, base: SourcesSearch): SourcesSearch['sort'] {
  return base.sort === defaultSort(base.q) ? defaultSort(q) : base.sort;
}

/**
 * Returns the URL parameters for a state, without what is as in the view `base`, to keep shared
 * URLs short. An empty parameter removes a filter of the view.
 */
export function toParams(search: SourcesSearch, base = ALL): URLSearchParams {
  const params = new URLSearchParams();
  if (search.view) params.set('view', search.view);
  for (const [name, value] of differences(search, base)) params.append(name, value);
  if (search.limit !== DEFAULT_PAGE_SIZE) params.set('limit', String(search.limit));
  if (search.cursor) params.set('cursor', search.cursor);
  return params;
}

/** Returns the parameters in which a list differs from a view. */
export function differences(search: SourcesSearch, base = ALL): [name: string, value: string][] {
  const list: [string, string][] = search.q === base.q ? [] : [['q', search.q]];
  const add = (name: string, values: readonly string[], before: readonly string[], empty: string) => {
    if (values.join('\n') === before.join('\n')) return;
    for (const value of values.length > 0 ? values : [empty]) list.push([name, value]);
  };
  for (const { name } of SOURCE_FILTERS) add(name, search[name], base[name], '');
  if (search.sort !== sortWithout(search.q, base)) list.push(['sort', search.sort]);
  add('hide', search.hide, base.hide, NONE);
  add('width', widthTexts(search.widths), widthTexts(base.widths), NONE);
  return list;
}

/** Returns the ignored parameters of a URL: unknown names and values that are not valid. */
export function ignoredParams(params: URLSearchParams): [name: string, value: string][] {
  const filters = parseFilters(params);
  const validators: Record<string, (value: string) => boolean> = {
    view: () => parseView(params) !== '',
    q: (value) => value.trim().length <= MAX_QUERY,
    sort: (value) => oneOf(SORTS, value) !== undefined,
    limit: (value) => oneOf(PAGE_SIZES, Number(value)) !== undefined,
    cursor: (value) => CURSOR.test(value),
    hide: (value) => value === NONE || oneOf(HIDEABLE, value) !== undefined,
    width: (value) => value === NONE || widthTexts(parseWidths([value])).length > 0,
  };
  return [...params].filter(([name, value]) => {
    const text = value.trim();
    // An empty value removes what a view has.
    return Object.hasOwn(filters, name)
      ? text !== '' && !filters[name as FilterName].includes(text)
      : !(Object.hasOwn(validators, name) && (text === '' || validators[name]!(value)));
  });
}

export type SearchChange = Partial<SourcesSearch>;

/**
 * Applies a change. A change of filters, sort or page size resets the cursor, which is valid for
 * one list only.
 */
export function applyChange(search: SourcesSearch, change: SearchChange): SourcesSearch {
  const sameList = Object.keys(change).every((name) => ['hide', 'widths', 'cursor'].includes(name));
  const next = { ...search, ...(sameList ? {} : { cursor: null }), ...change };
  // Another search keeps a chosen sort, but not the default one.
  if (change.sort === undefined && search.sort === defaultSort(search.q)) next.sort = defaultSort(next.q);
  return next;
}

/** Returns what narrows the list: the search and the filters that have a value. */
export function activeFilters(search: SourcesSearch): Narrowing[] {
  return NARROWINGS.filter((name) => search[name].length > 0);
}
