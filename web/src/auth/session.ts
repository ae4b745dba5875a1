import { createContext, use, useSyncExternalStore } from 'react';
import type { Identity } from './identity';
import type { Session } from './session-store';

export const IdentityContext = createContext<Identity | null>(null);

export function useIdentity(): Identity {
  const identity = use(IdentityContext);
  if (!identity) throw new Error('useIdentity needs an IdentityContext above it');
  return identity;
}

/** Loading until the provider has said whether somebody is signed in; then signed-out or signed-in. */
export function useSession(): Session {
  const { session } = useIdentity();
  return useSyncExternalStore(session.subscribe, session.get);
}
