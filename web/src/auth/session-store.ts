export interface SessionUser {
  uid: string;
  email: string;
  name: string;
  emailVerified: boolean;
}

/**
 * `requested`: the user signed out in this tab; `expired`: the session was rejected; `other_tab`:
 * the user signed out in another tab.
 */
export type SignedOutReason = 'requested' | 'expired' | 'other_tab';

export type Session =
  | { status: 'loading' }
  | { status: 'signed-out'; reason: SignedOutReason | null }
  | { status: 'signed-in'; user: SessionUser };

/** Holds the current session, for useSyncExternalStore. */
export class SessionStore {
  #session: Session = { status: 'loading' };
  #signOutReason: SignedOutReason | null = null;
  readonly #listeners = new Set<() => void>();

  /** Records the user that the provider reports, or null. */
  setUser(user: SessionUser | null): void {
    const previousStatus = this.#session.status;
    const reason = this.#signOutReason ?? (previousStatus === 'signed-in' ? 'other_tab' : null);
    this.#signOutReason = null;
    this.#session = user ? { status: 'signed-in', user } : { status: 'signed-out', reason };
    this.#notify();
  }

  /** Records the reason of the next sign-out, or of the one that the provider has just reported. */
  setSignOutReason(reason: SignedOutReason): void {
    if (this.#session.status === 'signed-in') this.#signOutReason = reason;
    else if (this.#session.status === 'signed-out' && this.#session.reason === 'other_tab') {
      this.#session = { status: 'signed-out', reason };
      this.#notify();
    }
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): Session => this.#session;
}
