import { queryOptions } from '@tanstack/react-query';
import { addChangeComment, listChangeComments } from '@/api/gen/sdk.gen';
import { queryKeys } from '@/api/query-keys';
import { useWrite } from '@/api/use-write';

const keyOf = (id: string) => [...queryKeys.changeSets, id, 'comments'];

/** Queries the comments on a proposal, the oldest first. */
export function commentsQuery(id: string) {
  return queryOptions({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) => (await listChangeComments({ path: { change_set_id: id }, signal })).data.items,
  });
}

/** Adds a comment to a proposal. */
export function useAddComment(id: string) {
  return useWrite(
    async (body: string) => (await addChangeComment({ path: { change_set_id: id }, body: { body } })).data,
    [keyOf(id)],
  );
}
