import type {
  EndpointKind,
  HealthCause,
  HealthState,
  Lifecycle,
  MediaType,
  Paywall,
  Rights,
  Scope,
} from '@/api/gen/types.gen';
import { parseAssignee } from '@/lib/assignee';
import { hideCredentials } from '@/lib/hide-credentials';
import {
  ENDPOINT_KIND,
  HEALTH_CAUSE,
  HEALTH_STATE,
  LIFECYCLE,
  MEDIA_TYPE,
  PAYWALL,
  RIGHTS,
  SCOPE,
  TIER,
} from '@/lib/labels';
import { CURSOR, oneOf } from '@/lib/search-params';

/** The API's filter value for sources without a value. */
export const NONE = 'none';

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

/** Limits of the API, which rejects longer values. */
const MAX_QUERY = 200;
const MAX_CHOICES = 50;
const MAX_TAG = 60;
const MAX_OWNER = 200;

const LIFECYCLES = Object.keys(LIFECYCLE) as Lifecycle[];
const HEALTH_STATES = Object.keys(HEALTH_STATE) as HealthState[];
const HEALTH_CAUSES = Object.keys(HEALTH_CAUSE) as HealthCause[];
const KINDS = [...(Object.keys(ENDPOINT_KIND) as EndpointKind[]), NONE] as const;
const MEDIA_TYPES = [...(Object.keys(MEDIA_TYPE) as MediaType[]), NONE] as const;
const SCOPES = [...(Object.keys(SCOPE) as Scope[]), NONE] as const;
const TIERS = [...(Object.keys(TIER) as (keyof typeof TIER)[]), NONE] as const;
const PAYWALLS = Object.keys(PAYWALL) as Paywall[];
const RIGHTS_VALUES = Object.keys(RIGHTS) as Rights[];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

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

/** The selectable numbers of days without a new item, and of minutes until the next check. */
export const SILENT_DAYS = ['1', '3', '7', '14', '30', '90'] as const;
export const DUE_MINUTES = ['0', '60', '1440'] as const;

/** The state of the list in the URL: the API's parameters and the hidden columns. */
export interface SourcesSearch {
  q: string;
  lifecycle: Lifecycle[];
  health: HealthState[];
  cause: HealthCause[];
  tag: string[];
  country: string[];
  language: string[];
  kind: (typeof KINDS)[number][];
  media_type: (typeof MEDIA_TYPES)[number][];
  scope: (typeof SCOPES)[number][];
  tier: (typeof TIERS)[number][];
  paywall: Paywall[];
  rights: Rights[];
  owner: string[];
  /** A number of days without a new item, or ''. */
  silent_days: (typeof SILENT_DAYS)[number] | '';
  /** A number of minutes until the next check, or ''. */
  due_minutes: (typeof DUE_MINUTES)[number] | '';
  /**
   * An assignee: the id of a member, 'me', 'none' for sources that need a person and have no
   * assignee, or ''.
   */
  assignee: string;
  /** The id of an import, or ''. */
  import: string;
  sort: (typeof SORTS)[number];
  limit: (typeof PAGE_SIZES)[number];
  cursor: string | null;
  hide: HideableColumn[];
}

/** The filters with a button in the filter bar, in its order. */
export const MAIN_FACETS = ['lifecycle', 'health', 'country', 'language', 'tag', 'kind'] as const;
/** The filters in the menu "More filters". */
export const MORE_FACETS = ['cause', 'media_type', 'scope', 'tier', 'paywall', 'rights', 'owner'] as const;
const FACETS = [...MAIN_FACETS, ...MORE_FACETS] as const;
/** The numeric filters in the menu "More filters". */
export const NUMBER_FILTERS = ['silent_days', 'due_minutes'] as const;
export const FILTERS = ['q', 'import', 'assignee', ...NUMBER_FILTERS, ...FACETS] as const;

export type Facet = (typeof FACETS)[number];
export type NumberFilter = (typeof NUMBER_FILTERS)[number];
export type Filter = (typeof FILTERS)[number];

/**
 * Parses the state from the URL. Invalid values become the defaults, so that an outdated or
 * mistyped URL still works.
 */
export function parseSearch(params: URLSearchParams): SourcesSearch {
  /** Returns the valid, distinct values of a repeated parameter. */
  function valuesOf(name: string, isValid: (value: string) => boolean): string[] {
    const valid = params
      .getAll(name)
      .map((value) => value.trim())
      .filter(isValid);
    return [...new Set(valid)].slice(0, MAX_CHOICES);
  }
  const amongst = <T extends string>(name: string, options: readonly T[]) =>
    valuesOf(name, (value) => (options as readonly string[]).includes(value)) as T[];
  const q = hideCredentials(params.get('q') ?? '')
    .trim()
    .slice(0, MAX_QUERY);
  const sort = oneOf(SORTS, params.get('sort'));
  const isUnranked = sort === 'relevance' && q === '';
  const cursor = params.get('cursor') ?? '';
  const hidden = amongst('hide', HIDEABLE);
  return {
    q,
    lifecycle: amongst('lifecycle', LIFECYCLES),
    health: amongst('health', HEALTH_STATES),
    cause: amongst('cause', HEALTH_CAUSES),
    silent_days: oneOf(SILENT_DAYS, params.get('silent_days')) ?? '',
    due_minutes: oneOf(DUE_MINUTES, params.get('due_minutes')) ?? '',
    tag: valuesOf('tag', (tag) => tag !== '' && tag.length <= MAX_TAG),
    country: valuesOf('country', (code) => /^([A-Z]{2}|none)$/.test(code)),
    language: valuesOf('language', (code) => code.length <= 35 && /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(code)),
    kind: amongst('kind', KINDS),
    media_type: amongst('media_type', MEDIA_TYPES),
    scope: amongst('scope', SCOPES),
    tier: amongst('tier', TIERS),
    paywall: amongst('paywall', PAYWALLS),
    rights: amongst('rights', RIGHTS_VALUES),
    owner: valuesOf('owner', (owner) => owner !== '' && owner.length <= MAX_OWNER),
    assignee: parseAssignee(params),
    import: UUID.test(params.get('import') ?? '') ? params.get('import')! : '',
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
  if (search.import) params.set('import', search.import);
  if (search.assignee) params.set('assignee', search.assignee);
  for (const name of NUMBER_FILTERS) if (search[name]) params.set(name, search[name]);
  for (const facet of FACETS) for (const value of search[facet]) params.append(facet, value);
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

export const NO_FILTERS = {
  q: '',
  import: '',
  assignee: '',
  lifecycle: [],
  health: [],
  cause: [],
  silent_days: '' as const,
  due_minutes: '' as const,
  country: [],
  language: [],
  tag: [],
  kind: [],
  media_type: [],
  scope: [],
  tier: [],
  paywall: [],
  rights: [],
  owner: [],
} satisfies Pick<SourcesSearch, Filter>;

/** Returns the filters that have a value. */
export function activeFilters(search: SourcesSearch): Filter[] {
  return FILTERS.filter((name) => search[name].length > 0);
}
