import { queryOptions } from '@tanstack/react-query';
import { createToken, listTokens, revokeToken } from '@/api/gen/sdk.gen';
import type { ApiToken, ApiTokenCreate } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';
import { useWrite } from '@/api/use-write';

/** Queries the user's own API tokens, or those of all members. */
export function tokensQuery(all: boolean) {
  return queryOptions({
    queryKey: [...queryKeys.tokens, { all }],
    queryFn: async ({ signal }) => (await listTokens({ query: { all }, signal })).data.items,
  });
}

/** The response contains the token, which must not stay in the mutation cache. */
export function useCreateToken() {
  return useWrite(async (body: ApiTokenCreate) => (await createToken({ body })).data, [queryKeys.tokens], {
    gcTime: 0,
  });
}

export function useRevokeToken() {
  return useWrite((id: string) => revokeToken({ path: { token_id: id } }), [queryKeys.tokens]);
}

const SOON_MS = 14 * 24 * 3600 * 1000;

/** Returns whether a token can be used; `expiring` within the next two weeks. */
export function tokenState(token: ApiToken, now: Date): 'valid' | 'expiring' | 'expired' | 'revoked' {
  if (token.revoked_at) return 'revoked';
  const left = new Date(token.expires_at).getTime() - now.getTime();
  if (left <= 0) return 'expired';
  return left < SOON_MS ? 'expiring' : 'valid';
}
