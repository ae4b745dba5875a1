import { z } from 'zod';
import type { EndpointKind, Lifecycle } from '@/api/gen/types.gen';
import { ENDPOINT_KIND, LIFECYCLE } from '@/lib/labels';

/** The API's filter value for sources without a value. */
export const NONE = 'none';

export const SORTS = ['relevance', 'name', '-name', 'created', '-created', 'updated', '-updated'] as const;

/** Returns the sort without a choice: a search lists the best matches first. */
export function defaultSort(q: string): (typeof SORTS)[number] {
  return q ? 'relevance' : 'name';
}

/** More than 100 rows are hard to scan and slow to render without virtual scrolling. */
export const PAGE_SIZES = [25, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 50;

/** Limits of the API, which rejects longer values. */
const MAX_QUERY = 200;
const MAX_CHOICES = 50;

const LIFECYCLES = Object.keys(LIFECYCLE) as [Lifecycle, ...Lifecycle[]];
const KINDS = [...(Object.keys(ENDPOINT_KIND) as [EndpointKind, ...EndpointKind[]]), NONE] as const;

/** The columns that can be hidden. The name column has the link to the source. */
export const HIDEABLE = [
  'domain',
  'lifecycle',
  'endpoints',
  'country',
  'languages',
  'tags',
  'created',
  'updated',
] as const;
export type HideableColumn = (typeof HIDEABLE)[number];

/** Keeps the valid, distinct values of a repeated parameter, so that an outdated or mistyped URL still works. */
function valuesOf<T extends z.ZodType>(item: T, max = MAX_CHOICES) {
  return z.array(z.unknown()).transform((values): z.output<T>[] => {
    const valid = values.flatMap((value) => {
      const parsed = item.safeParse(value);
      return parsed.success ? [parsed.data] : [];
    });
    return [...new Set(valid)].slice(0, max);
  });
}

/** The state of the list in the URL: the API's parameters and the hidden columns. */
const searchSchema = z.object({
  q: z
    .string()
    .catch('')
    .transform((text) => text.trim().slice(0, MAX_QUERY)),
  lifecycle: valuesOf(z.enum(LIFECYCLES)),
  tag: valuesOf(z.string().trim().min(1).max(60)),
  country: valuesOf(z.string().regex(/^([A-Z]{2}|none)$/)),
  language: valuesOf(
    z
      .string()
      .max(35)
      .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/),
  ),
  kind: valuesOf(z.enum(KINDS)),
  sort: z.enum(SORTS).nullable().catch(null),
  limit: z.coerce.number().pipe(z.literal(PAGE_SIZES)).catch(DEFAULT_PAGE_SIZE),
  cursor: z
    .string()
    .regex(/^[\w-]{1,600}$/)
    .nullable()
    .catch(null),
  hide: valuesOf(z.enum(HIDEABLE)),
});

export type SourcesSearch = z.output<typeof searchSchema> & { sort: (typeof SORTS)[number] };
export type Facet = 'lifecycle' | 'country' | 'language' | 'tag' | 'kind';
export type Filter = Facet | 'q';

/** In the order of the filter bar. */
export const FACETS: readonly Facet[] = ['lifecycle', 'country', 'language', 'tag', 'kind'];

const REPEATED = [...FACETS, 'hide'] as const;

/** Parses the state from the URL. Invalid values become the defaults. */
export function parseSearch(params: URLSearchParams): SourcesSearch {
  const search = searchSchema.parse({
    ...Object.fromEntries(params),
    ...Object.fromEntries(REPEATED.map((name) => [name, params.getAll(name)])),
    cursor: params.get('cursor'),
  });
  const unranked = search.sort === 'relevance' && !search.q;
  return { ...search, sort: (unranked ? null : search.sort) ?? defaultSort(search.q) };
}

/** Returns the URL parameters for a state, without the defaults, to keep shared URLs short. */
export function toParams(search: SourcesSearch): URLSearchParams {
  const params = new URLSearchParams();
  if (search.q) params.set('q', search.q);
  for (const facet of FACETS) for (const value of search[facet]) params.append(facet, value);
  if (search.sort !== defaultSort(search.q)) params.set('sort', search.sort);
  if (search.limit !== DEFAULT_PAGE_SIZE) params.set('limit', String(search.limit));
  if (search.cursor) params.set('cursor', search.cursor);
  for (const column of search.hide) params.append('hide', column);
  return params;
}

export type SearchChange = Partial<SourcesSearch>;

/** Applies a change. A change of filters, sort or page size resets the cursor, which is valid for one list only. */
export function applyChange(search: SourcesSearch, change: SearchChange): SourcesSearch {
  const sameList = Object.keys(change).every((name) => name === 'hide' || name === 'cursor');
  const next = { ...search, ...(sameList ? {} : { cursor: null }), ...change };
  // Another search keeps a chosen sort, but not the default one.
  if (change.sort === undefined && search.sort === defaultSort(search.q)) next.sort = defaultSort(next.q);
  return next;
}

export const NO_FILTERS = { q: '', lifecycle: [], country: [], language: [], tag: [], kind: [] } satisfies SearchChange;

/** Returns the filters that have a value. */
export function activeFilters(search: SourcesSearch): Filter[] {
  return (['q', ...FACETS] as const).filter((name) => search[name].length > 0);
}
