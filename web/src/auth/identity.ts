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

/** What the app can ask of the identity provider. The rest of the app never imports Firebase. */
export class Identity {
  readonly session = new SessionStore();
  readonly #auth: Auth;

  constructor(config: Pick<RuntimeConfig, 'firebase' | 'authEmulator'>) {
    this.#auth = initializeAuth(initializeApp(config.firebase), {
      // No popup resolver here: it would load the provider's frame on every page. It comes with the popup.
      persistence: [indexedDBLocalPersistence, browserLocalPersistence],
    });
    // Its warning would be a banner with inline styles, which the CSP refuses.
    if (config.authEmulator) connectAuthEmulator(this.#auth, config.authEmulator, { disableWarnings: true });
    // Also told of sign-ins and sign-outs in other tabs.
    onAuthStateChanged(this.#auth, (user) => this.session.provider(user && toSessionUser(user)));
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

  /** Takes over what changed at the provider, such as the address having been verified. */
  async refresh(): Promise<void> {
    await this.#auth.currentUser?.reload();
    await this.#auth.currentUser?.getIdToken(true);
  }

  /** Null when nobody is signed in. Rejects when a token is due and the provider cannot be reached. */
  async getToken(force: boolean): Promise<string | null> {
    const user = this.#auth.currentUser;
    if (!user) return null;
    try {
      return await user.getIdToken(force);
    } catch (error) {
      if (!isSessionOver(error)) throw error;
      await this.signOut('expired');
      return null;
    }
  }

  async signOut(reason: 'asked' | 'expired'): Promise<void> {
    this.session.ending(reason);
    await signOut(this.#auth);
  }
}

/** The provider says that this sign-in is no longer good, as opposed to not being reachable. */
function isSessionOver(error: unknown): boolean {
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
