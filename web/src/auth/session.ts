import { createContext, use, useSyncExternalStore } from 'react';
import type { Identity } from './identity';
import type { Session } from './session-store';

/** The public members of Identity, so that tests can replace it. */
export type IdentityApi = Pick<Identity, keyof Identity>;

export const IdentityContext = createContext<IdentityApi | null>(null);

export function useIdentity(): IdentityApi {
  const identity = use(IdentityContext);
  if (!identity) throw new Error('useIdentity needs an IdentityContext ancestor');
  return identity;
}

/** Returns the session. Its status is loading until the provider reports the user. */
export function useSession(): Session {
  const { session } = useIdentity();
  return useSyncExternalStore(session.subscribe, session.get);
}
