import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getSummary, importSample, listSources } from '@/api/gen/sdk.gen';
import { queryKeys } from '@/api/query-keys';
import { FACETS, NO_FILTERS, type Filter, type SourcesSearch } from './sources.schema';

type Filters = Pick<SourcesSearch, Filter>;

function filtersOf(search: SourcesSearch): Filters {
  return Object.fromEntries((['q', ...FACETS] as const).map((name) => [name, search[name]])) as Filters;
}

/** As the API wants it: a parameter that says nothing is left out. */
function asked(filters: Filters) {
  return { ...filters, q: filters.q || undefined };
}

/** One page of the list. The rows before stay on the screen until the new ones are there. */
export function sourcesQuery(search: SourcesSearch) {
  const { sort, limit, cursor } = search;
  const filters = filtersOf(search);
  return queryOptions({
    queryKey: [...queryKeys.sourceLists, 'page', { ...filters, sort, limit, cursor }],
    queryFn: async ({ signal }) =>
      (await listSources({ query: { ...asked(filters), sort, limit, cursor: cursor ?? undefined }, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** The counts behind the filters: asked for when a filter is opened, since counting costs more than listing. */
export function facetsQuery(search: SourcesSearch) {
  const filters = filtersOf(search);
  return queryOptions({
    queryKey: [...queryKeys.sourceLists, 'facets', filters],
    queryFn: async ({ signal }) =>
      (await listSources({ query: { ...asked(filters), limit: 1, facets: true }, signal })).data.facets ?? null,
    placeholderData: keepPreviousData,
  });
}

/** How many there would be without one of the filters. */
export function countWithoutQuery(search: SourcesSearch, filter: Filter) {
  const filters: Filters = { ...filtersOf(search), [filter]: NO_FILTERS[filter] };
  return queryOptions({
    queryKey: [...queryKeys.sourceLists, 'count', filters],
    queryFn: async ({ signal }) => (await listSources({ query: { ...asked(filters), limit: 1 }, signal })).data.total,
  });
}

/** How many sources there are at all. */
export function summaryQuery() {
  return queryOptions({
    queryKey: queryKeys.summary,
    queryFn: async ({ signal }) => (await getSummary({ signal })).data,
  });
}

/** Brings in the list that comes with the product; resolves when it is accepted. */
export async function startSampleImport() {
  return (await importSample()).data;
}
