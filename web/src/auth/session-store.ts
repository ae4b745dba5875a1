export interface SessionUser {
  uid: string;
  email: string;
  name: string;
  emailVerified: boolean;
}

/** `asked`: the person signed out here; `expired`: the session is no longer accepted; `elsewhere`: in another tab. */
export type SignedOutReason = 'asked' | 'expired' | 'elsewhere';

export type Session =
  | { status: 'loading' }
  | { status: 'signed-out'; reason: SignedOutReason | null }
  | { status: 'signed-in'; user: SessionUser };

/** The one current session, for useSyncExternalStore. */
export class SessionStore {
  #session: Session = { status: 'loading' };
  #ending: SignedOutReason | null = null;
  readonly #listeners = new Set<() => void>();

  /** What the provider reports: the current user, or null. */
  provider(user: SessionUser | null): void {
    const was = this.#session.status;
    const reason = this.#ending ?? (was === 'signed-in' ? 'elsewhere' : null);
    this.#ending = null;
    this.#session = user ? { status: 'signed-in', user } : { status: 'signed-out', reason };
    this.#tell();
  }

  /** Notes why the sign-out that follows happens; or has just happened, as the provider may end a session by itself. */
  ending(reason: SignedOutReason): void {
    if (this.#session.status === 'signed-in') this.#ending = reason;
    else if (this.#session.status === 'signed-out' && this.#session.reason === 'elsewhere') {
      this.#session = { status: 'signed-out', reason };
      this.#tell();
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): Session => this.#session;
}
