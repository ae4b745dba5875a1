import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  deleteSourceContract,
  getSourceRights,
  listSources,
  reviewSourceRights,
  saveSourceContract,
} from '@/api/gen/sdk.gen';
import type { ContractInput, SourceRights } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';
import { useWrite } from '@/api/use-write';
import { REVIEW, type Review } from './labels';

/** Queries how the items of a source may be used. */
export function rightsQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.source(id), 'rights'],
    queryFn: async ({ signal }) => (await getSourceRights({ path: { id }, signal })).data,
  });
}

/** Queries the number of sources whose rights need a review. */
export function reviewCountQuery() {
  return queryOptions({
    queryKey: [...queryKeys.sourceLists, 'rights-reviews'],
    queryFn: async ({ signal }) =>
      (await listSources({ query: { rights_review: Object.keys(REVIEW) as Review[], limit: 1 }, signal })).data.total,
  });
}

/** Sends a change of the rights of a source, and shows its result. */
function useRightsWrite<Input>(id: string, send: (input: Input) => Promise<{ data: SourceRights }>) {
  const queryClient = useQueryClient();
  return useWrite(async (input: Input) => (await send(input)).data, [queryKeys.sourceLists, queryKeys.history(id)], {
    onSuccess: (saved) => queryClient.setQueryData(rightsQuery(id).queryKey, saved),
  });
}

export const useReviewRights = (id: string) => useRightsWrite<void>(id, () => reviewSourceRights({ path: { id } }));

export const useSaveContract = (id: string) =>
  useRightsWrite(id, (body: ContractInput) => saveSourceContract({ path: { id }, body }));

export const useDeleteContract = (id: string) =>
  useRightsWrite(id, (query: { version: number; reason: string }) => deleteSourceContract({ path: { id }, query }));
