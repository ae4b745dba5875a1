import { createContext, use, useSyncExternalStore } from 'react';
import type { Identity } from './identity';
import type { Session } from './session-store';

/** Its public side, so that a test can stand in for the provider. */
export type IdentityApi = Pick<Identity, keyof Identity>;

export const IdentityContext = createContext<IdentityApi | null>(null);

export function useIdentity(): IdentityApi {
  const identity = use(IdentityContext);
  if (!identity) throw new Error('useIdentity needs an IdentityContext above it');
  return identity;
}

/** Loading until the provider has said whether somebody is signed in; then signed-out or signed-in. */
export function useSession(): Session {
  const { session } = useIdentity();
  return useSyncExternalStore(session.subscribe, session.get);
}
