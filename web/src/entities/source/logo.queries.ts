import { queryOptions } from '@tanstack/react-query';
import { getLogo } from '@/api/gen/sdk.gen';
import { queryKeys } from '@/api/query-keys';
import { toDataUrl } from '@/lib/data-url';

/** Logos stay cached while the user moves between lists; each has a few kilobytes. */
const CACHE_MS = 30 * 60_000;

/** A logo version never changes, so it is requested once and cached by the browser. */
export function logoQuery(id: string, version: string) {
  return queryOptions({
    queryKey: queryKeys.logo(id, version),
    queryFn: async ({ signal }) => {
      const response = await getLogo({
        path: { id },
        query: { v: version },
        parseAs: 'blob',
        cache: 'force-cache',
        signal,
      });
      return toDataUrl(response.data as Blob);
    },
    enabled: version !== '',
    staleTime: Infinity,
    gcTime: CACHE_MS,
    retry: false, // the monogram replaces it
  });
}
