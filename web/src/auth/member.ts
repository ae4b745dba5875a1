import { queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { getSession } from '@/api/gen/sdk.gen';
import { MEMBER_KEY } from '@/api/query-client';
import type { Session } from '@/api/gen/types.gen';

/** The signed-in person as the API knows them. Asking also sets the anti-forgery cookie. */
export function memberQuery(uid: string) {
  return queryOptions({
    queryKey: [MEMBER_KEY, uid],
    queryFn: async ({ signal }) => (await getSession({ signal })).data,
    // A role that changes shows within this time; the API decides at once in any case.
    staleTime: 60_000,
  });
}

export const MemberContext = createContext<Session | null>(null);

/** The person and their role. Only below the news-sources area, which waits for it. */
export function useMember(): Session {
  const member = use(MemberContext);
  if (!member) throw new Error('useMember needs the news-sources area above it');
  return member;
}

/** Whether to show actions that change something: a viewer sees none that would be refused. */
export function useCanWrite(): boolean {
  return useMember().can_write;
}
