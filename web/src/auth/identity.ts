import { initializeApp } from 'firebase/app';
import {
  GoogleAuthProvider,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  type Auth,
  type User,
} from 'firebase/auth';
import type { RuntimeConfig } from '@/lib/config';
import { SessionStore } from './session-store';

/** The client of the identity provider. Only this file imports Firebase. */
export class Identity {
  readonly session = new SessionStore();
  readonly #auth: Auth;

  constructor(config: Pick<RuntimeConfig, 'firebase' | 'authEmulator'>) {
    this.#auth = initializeAuth(initializeApp(config.firebase), {
      // A popup resolver here would load the provider's iframe on every page; signInWithPopup gets
      // it instead.
      persistence: [indexedDBLocalPersistence, browserLocalPersistence],
    });
    // The emulator's warning banner has inline styles, which violate the CSP.
    if (config.authEmulator) connectAuthEmulator(this.#auth, config.authEmulator, { disableWarnings: true });
    // This also reports sign-ins and sign-outs in other tabs.
    onAuthStateChanged(this.#auth, (user) => this.session.setUser(user && toSessionUser(user)));
  }

  async signInWithPassword(email: string, password: string): Promise<void> {
    await signInWithEmailAndPassword(this.#auth, email, password);
  }

  async signInWithGoogle(): Promise<void> {
    const provider = new GoogleAuthProvider();
    provider.setCustomParameters({ prompt: 'select_account' });
    await signInWithPopup(this.#auth, provider, browserPopupRedirectResolver);
  }

  sendPasswordReset(email: string): Promise<void> {
    return sendPasswordResetEmail(this.#auth, email);
  }

  async sendVerification(): Promise<void> {
    if (this.#auth.currentUser) await sendEmailVerification(this.#auth.currentUser);
  }

  /** Reloads the user and the token, for example after the user verified the e-mail address. */
  async refresh(): Promise<void> {
    await this.#auth.currentUser?.reload();
    await this.#auth.currentUser?.getIdToken(true);
  }

  /**
   * Returns the token, or null when signed out. Rejects if the token has expired and the provider
   * is unreachable.
   */
  async getToken(force: boolean): Promise<string | null> {
    const user = this.#auth.currentUser;
    if (!user) return null;
    try {
      return await user.getIdToken(force);
    } catch (error) {
      if (!isSessionExpired(error)) throw error;
      await this.signOut('expired');
      return null;
    }
  }

  async signOut(reason: 'requested' | 'expired'): Promise<void> {
    this.session.setSignOutReason(reason);
    await signOut(this.#auth);
  }
}

/** Reports whether the provider rejected the session. Network errors do not count. */
function isSessionExpired(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return [
    'auth/user-token-expired',
    'auth/invalid-refresh-token',
    'auth/user-disabled',
    'auth/user-not-found',
    'auth/invalid-user-token',
  ].includes(String(code));
}

function toSessionUser(user: User) {
  return { uid: user.uid, email: user.email ?? '', name: user.displayName ?? '', emailVerified: user.emailVerified };
}
