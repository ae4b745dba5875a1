import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ifMatch } from '@/api/etag';
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
import { pagedQuery } from '@/api/paged-query';
import { MEMBER_KEY } from '@/api/query-client';
import { queryKeys } from '@/api/query-keys';
import { useWrite } from '@/api/use-write';

const MEMBERS_PER_PAGE = 50;
const EVENTS_PER_PAGE = 20;

/** Queries the members whose name or e-mail address contains a text, page by page. */
export function membersQuery(text: string) {
  return {
    ...pagedQuery({
      queryKey: [...queryKeys.people, 'members', text],
      perPage: MEMBERS_PER_PAGE,
      read: async (page, signal) => (await listMembers({ query: { q: text || undefined, ...page }, signal })).data,
    }),
    placeholderData: keepPreviousData,
  };
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
  return pagedQuery({
    queryKey: [...queryKeys.people, 'history'],
    perPage: EVENTS_PER_PAGE,
    read: async (page, signal) => (await listRegisterHistory({ query: { area: 'people', ...page }, signal })).data,
  });
}

/** The user's own role may change, too. */
const KEYS = [queryKeys.people, queryKeys.administrators, queryKeys.tokens, [MEMBER_KEY]];

export function useUpdateMember() {
  return useWrite(
    async ({ member, patch }: { member: Member; patch: MemberPatch }) =>
      (await updateMember({ path: { member_id: member.id }, headers: ifMatch(member.version), body: patch })).data,
    KEYS,
  );
}

export function useRemoveMember() {
  return useWrite(
    ({ id, version }: Member) => removeMember({ path: { member_id: id }, headers: ifMatch(version) }),
    KEYS,
  );
}

export function useInvite() {
  return useWrite(async (body: InvitationCreate) => (await createInvitation({ body })).data, KEYS);
}

export function useWithdraw() {
  return useWrite((id: string) => withdrawInvitation({ path: { invitation_id: id } }), KEYS);
}
