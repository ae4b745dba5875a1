import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createEndpoint } from '@/api/gen/sdk.gen';
import type { EndpointCreate } from '@/api/gen/types.gen';
import { invalidate } from '@/api/invalidate';
import { queryKeys } from '@/api/query-keys';

/** The result of adding one endpoint. */
export interface AddedEndpoint {
  url: string;
  name: string;
  error?: unknown;
}

/**
 * Adds endpoints to an existing source, one after another. A refused endpoint does not stop the
 * others.
 */
export function useAddEndpoints() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, endpoints }: { id: string; endpoints: EndpointCreate[] }) => {
      const results: AddedEndpoint[] = [];
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
    onSuccess: (_, { id }) => invalidate(queryClient, queryKeys.source(id), queryKeys.sourceLists, queryKeys.summary),
  });
}
