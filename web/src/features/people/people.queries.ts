import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  createInvitation,
  listInvitations,
  listMembers,
  listRegisterHistory,
  removeMember,
  updateMember,
  withdrawInvitation,
} from '@/api/gen/sdk.gen';
import type { InvitationCreate, Member, MemberPatch } from '@/api/gen/types.gen';
import { ifMatch } from '@/api/etag';
import { invalidate } from '@/api/invalidate';
import { MEMBER_KEY } from '@/api/query-client';
import { queryKeys } from '@/api/query-keys';

const MEMBERS_PER_PAGE = 50;
const EVENTS_PER_PAGE = 20;

/** Queries the members whose name or e-mail address contains a text, page by page. */
export function membersQuery(text: string) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.people, 'members', text],
    queryFn: async ({ pageParam, signal }) =>
      (await listMembers({ query: { q: text || undefined, cursor: pageParam, limit: MEMBERS_PER_PAGE }, signal })).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}

/** Queries the addresses and domains that may sign in. */
export function invitationsQuery() {
  return queryOptions({
    queryKey: [...queryKeys.people, 'invitations'],
    queryFn: async ({ signal }) => (await listInvitations({ signal })).data.items,
  });
}

/** Queries the changes of members, invitations and API tokens, newest first. */
export function peopleHistoryQuery() {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.people, 'history'],
    queryFn: async ({ pageParam, signal }) =>
      (await listRegisterHistory({ query: { area: 'people', cursor: pageParam, limit: EVENTS_PER_PAGE }, signal }))
        .data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** Returns a mutation of people. After it, all queries of people and the user's own role are refetched. */
function usePeopleMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      invalidate(queryClient, queryKeys.people, queryKeys.administrators, queryKeys.tokens, [MEMBER_KEY]),
  });
}

export function useUpdateMember() {
  return usePeopleMutation(
    async ({ member, patch }: { member: Member; patch: MemberPatch }) =>
      (await updateMember({ path: { member_id: member.id }, headers: ifMatch(member.version), body: patch })).data,
  );
}

export function useRemoveMember() {
  return usePeopleMutation((member: Member) =>
    removeMember({ path: { member_id: member.id }, headers: ifMatch(member.version) }),
  );
}

export function useInvite() {
  return usePeopleMutation(async (body: InvitationCreate) => (await createInvitation({ body })).data);
}

export function useWithdraw() {
  return usePeopleMutation((id: string) => withdrawInvitation({ path: { invitation_id: id } }));
}
