import { queryOptions } from '@tanstack/react-query';
import { previewAddress } from '@/api/gen/sdk.gen';
import type { Endpoint } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';

/**
 * What a check of a saved endpoint would see now. It is asked once and again only by the person: each asking is a visit
 * to somebody else's site. Whoever stops looking ends it.
 */
export function previewQuery({ id, source_id, version }: Pick<Endpoint, 'id' | 'source_id' | 'version'>) {
  return queryOptions({
    // Not below the source's key: a change of the source would test all its endpoints.
    queryKey: [...queryKeys.previews, source_id, id, version],
    queryFn: async ({ signal }) => (await previewAddress({ body: { endpoint_id: id }, signal })).data,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    // Offline it fails at once and says so, instead of waiting without a word.
    networkMode: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: ({ state }) => state.status === 'error',
  });
}
