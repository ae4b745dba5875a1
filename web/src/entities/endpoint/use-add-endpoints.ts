import { createEndpoint } from '@/api/gen/sdk.gen';
import type { EndpointCreate } from '@/api/gen/types.gen';
import { ProposedChange, resultOf } from '@/api/proposed-change';
import { queryKeys } from '@/api/query-keys';
import { useWrite } from '@/api/use-write';

/** The result of adding one endpoint. */
export interface AddedEndpoint {
  url: string;
  name: string;
  error?: unknown;
  /** It was proposed by a contributor. */
  isProposed?: boolean;
}

/**
 * Adds endpoints to an existing source, one after another. A refused endpoint does not stop the
 * others.
 */
export function useAddEndpoints() {
  return useWrite(
    async ({ id, endpoints }: { id: string; endpoints: EndpointCreate[] }) => {
      const results: AddedEndpoint[] = [];
      for (const body of endpoints) {
        const result = { url: body.url, name: body.name ?? body.url };
        try {
          resultOf((await createEndpoint({ path: { id }, body })).data);
          results.push(result);
        } catch (error) {
          if (error instanceof ProposedChange) results.push({ ...result, isProposed: true });
          else results.push({ ...result, error });
        }
      }
      return results;
    },
    ({ id }) => [queryKeys.source(id), queryKeys.sourceLists, queryKeys.summary],
  );
}
