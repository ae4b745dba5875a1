import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createEndpoint } from '@/api/gen/sdk.gen';
import type { EndpointCreate } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';

/** What became of a feed that was to be added to a source. */
export interface FeedResult {
  url: string;
  name: string;
  error?: unknown;
}

/** Adds feeds to a source that is there, one after another; one that is refused doesn't keep the others out. */
export function useAddFeeds() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, endpoints }: { id: string; endpoints: EndpointCreate[] }) => {
      const results: FeedResult[] = [];
      for (const body of endpoints) {
        const result = { url: body.url, name: body.name ?? body.url };
        try {
          await createEndpoint({ path: { id }, body });
          results.push(result);
        } catch (error) {
          results.push({ ...result, error });
        }
      }
      return results;
    },
    onSuccess: (_, { id }) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.source(id) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.sourceLists });
      void queryClient.invalidateQueries({ queryKey: queryKeys.summary });
    },
  });
}
