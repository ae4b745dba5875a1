import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { compareSources, listSources } from '@/api/gen/sdk.gen';
import { queryKeys } from '@/api/query-keys';

/** Compares two sources before a merge of the first into the second. */
export function comparisonQuery(from: string, into: string) {
  return queryOptions({
    queryKey: [...queryKeys.source(into), 'comparison', from],
    queryFn: async ({ signal }) => (await compareSources({ query: { from, into }, signal })).data,
  });
}

/** The number of sources among which a person chooses. */
const MAX_FOUND = 10;

/** Searches sources by name, domain or address. */
export function foundSourcesQuery(text: string) {
  return queryOptions({
    queryKey: [...queryKeys.sourceLists, 'found', text],
    queryFn: async ({ signal }) =>
      (
        await listSources({
          query: { q: text, limit: MAX_FOUND, lifecycle: ['draft', 'active', 'paused', 'archived'] },
          signal,
        })
      ).data.items,
    placeholderData: keepPreviousData,
  });
}
