import { queryOptions, useMutation } from '@tanstack/react-query';
import { previewAddress } from '@/api/gen/sdk.gen';
import type { Endpoint, PreviewRequest } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';

/** Tests an address or an endpoint, which is a request to the site. Nothing is saved. */
export async function requestPreview(body: PreviewRequest, signal?: AbortSignal) {
  return (await previewAddress({ body, signal })).data;
}

export function usePreviewAddress() {
  return useMutation({ mutationFn: (body: PreviewRequest) => requestPreview(body) });
}

/** Returns the query that tests a saved endpoint. */
export function endpointPreviewQuery({ id, source_id, version }: Pick<Endpoint, 'id' | 'source_id' | 'version'>) {
  // The key is not below the source's key: a change of the source must not test its endpoints
  // again.
  return previewQuery([source_id, id, version], { endpoint_id: id });
}

/**
 * Returns the query that tests an address that is not saved. Credentials are not part of the key.
 */
export function addressPreviewQuery({ credentials, ...settings }: PreviewRequest) {
  return previewQuery([settings], { ...settings, credentials });
}

/**
 * Each preview is a request to the site, so it runs once, and again only when the user asks.
 * Unmounting aborts it.
 */
function previewQuery(key: unknown[], body: PreviewRequest) {
  // eslint-disable-next-line @tanstack/query/exhaustive-deps -- the key has no credentials
  return queryOptions({
    queryKey: [...queryKeys.previews, ...key],
    queryFn: ({ signal }) => requestPreview(body, signal),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    // Fails at once when offline, instead of waiting for the connection.
    networkMode: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: ({ state }) => state.status === 'error',
  });
}
