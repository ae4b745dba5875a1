/** The message for a failed sign-in. It is shown at `field`, or above the button without one. */
export interface SignInFailure {
  field?: 'email' | 'password';
  text: string;
  /** The user cancelled: shown as information, not as an error. */
  cancelled?: boolean;
}

const WRONG_CREDENTIALS: SignInFailure = {
  // The same text for an unknown address and a wrong password, so that it does not disclose which
  // accounts exist.
  text: 'The e-mail address or the password is wrong. Please check both, or reset your password.',
};

const UNREACHABLE: SignInFailure = {
  text: 'The sign-in service cannot be reached. Please check your connection and try again.',
};

const CANCELLED: SignInFailure = { text: 'Sign-in with Google was cancelled.', cancelled: true };

const BY_CODE: Record<string, SignInFailure> = {
  'auth/invalid-email': { field: 'email', text: 'Please enter an e-mail address such as name@example.org.' },
  'auth/missing-email': { field: 'email', text: 'Please enter your e-mail address.' },
  'auth/missing-password': { field: 'password', text: 'Please enter your password.' },
  'auth/invalid-credential': WRONG_CREDENTIALS,
  'auth/invalid-login-credentials': WRONG_CREDENTIALS,
  'auth/wrong-password': WRONG_CREDENTIALS,
  'auth/user-not-found': WRONG_CREDENTIALS,
  'auth/user-disabled': {
    text: 'This account is disabled. Please ask an administrator to enable it.',
  },
  'auth/admin-restricted-operation': {
    text: 'This account is not on the list of permitted users. Please ask an administrator to add it.',
  },
  'auth/too-many-requests': {
    text: 'Too many failed attempts. Please wait a few minutes, or reset your password.',
  },
  'auth/network-request-failed': UNREACHABLE,
  'auth/timeout': UNREACHABLE,
  // The code when the provider's script could not be loaded.
  'auth/internal-error': UNREACHABLE,
  'auth/popup-blocked': {
    text: 'The browser blocked the Google sign-in window. Please allow pop-ups for this site and try again.',
  },
  'auth/popup-closed-by-user': CANCELLED,
  'auth/cancelled-popup-request': CANCELLED,
  'auth/user-cancelled': CANCELLED,
  'auth/account-exists-with-different-credential': {
    text: 'This account uses a password. Please sign in with your e-mail address and password.',
  },
};

/** Returns the message for an error of the identity provider. */
export function signInFailure(error: unknown): SignInFailure {
  const code = codeOf(error);
  const known = BY_CODE[code];
  if (known) return known;
  // Other codes, such as auth/unauthorized-domain, are configuration errors, so the text names the
  // code.
  const reference = code ? ` and mention “${code}”` : '';
  return { text: `Sign-in failed. Please try again. If the error persists, contact your administrator${reference}.` };
}

/**
 * Like signInFailure for a password reset. Null for an unknown address, so that it does not
 * disclose accounts.
 */
export function resetFailure(error: unknown): SignInFailure | null {
  return codeOf(error) === 'auth/user-not-found' ? null : signInFailure(error);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
