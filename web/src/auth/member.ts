import { queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { getSession, listAdministrators } from '@/api/gen/sdk.gen';
import type { Session } from '@/api/gen/types.gen';
import { MEMBER_KEY } from '@/api/query-client';
import { queryKeys } from '@/api/query-keys';

/** Queries the signed-in member. The response also sets the anti-forgery cookie. */
export function memberQuery(uid: string) {
  return queryOptions({
    queryKey: [MEMBER_KEY, uid],
    queryFn: async ({ signal }) => (await getSession({ signal })).data,
    // A role change is shown within this time; the API enforces it immediately.
    staleTime: 60_000,
  });
}

/** Queries the administrators, whom every member can ask for access or a role. */
export function administratorsQuery() {
  return queryOptions({
    queryKey: queryKeys.administrators,
    queryFn: async ({ signal }) => (await listAdministrators({ signal })).data,
    staleTime: 60_000,
  });
}

/**
 * Sends a small request. The API client records whether a response arrives, so the result is not
 * needed.
 */
export function probeApi(): void {
  void getSession().catch(() => undefined);
}

export const MemberContext = createContext<Session | null>(null);

/** Returns the signed-in member. Only components inside the news-sources area may call it. */
export function useMember(): Session {
  const member = use(MemberContext);
  if (!member) throw new Error('useMember needs a MemberContext ancestor');
  return member;
}

/** Reports whether the member may change data. Viewers see no write actions. */
export function useCanWrite(): boolean {
  return useMember().can_write;
}

/** Reports whether the changes of the member become proposals, which an editor approves. */
export function useProposes(): boolean {
  return useMember().role === 'contributor';
}

/** Reports whether the member may change sources, or propose changes of them. */
export function useCanPropose(): boolean {
  const { can_write, role } = useMember();
  return can_write || role === 'contributor';
}

/** Reports whether the member may change people. */
export function useIsAdmin(): boolean {
  return useMember().role === 'admin';
}
