import { queryOptions } from '@tanstack/react-query';
import { previewAddress } from '@/api/gen/sdk.gen';
import type { Endpoint, PreviewRequest } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';

/**
 * What a check of a saved endpoint would see now. It is asked once and again only by the person: each asking is a visit
 * to somebody else's site. Whoever stops looking ends it.
 */
export function previewQuery({ id, source_id, version }: Pick<Endpoint, 'id' | 'source_id' | 'version'>) {
  // Not below the source's key: a change of the source would test all its endpoints.
  return asked([source_id, id, version], { endpoint_id: id });
}

/** The same of what is not saved yet. A password is no part of the key. */
export function addressQuery({ credentials, ...settings }: PreviewRequest) {
  return asked([settings], { ...settings, credentials });
}

function asked(key: unknown[], body: PreviewRequest) {
  return queryOptions({
    queryKey: [...queryKeys.previews, ...key],
    queryFn: async ({ signal }) => (await previewAddress({ body, signal })).data,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    // Offline it fails at once and says so, instead of waiting without a word.
    networkMode: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: ({ state }) => state.status === 'error',
  });
}
