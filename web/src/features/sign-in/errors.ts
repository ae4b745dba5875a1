/** What to say after a failed sign-in, and where: at a field, or above the button. */
export interface SignInFailure {
  field?: 'email' | 'password';
  text: string;
  /** The person changed their mind: said calmly, not as an error. */
  calm?: boolean;
}

const WRONG: SignInFailure = {
  // The same for an unknown address and a wrong password, so that nobody learns who has an account.
  text: 'The e-mail address or the password is not right. Please check both, or reset the password.',
};

const UNREACHABLE: SignInFailure = {
  text: 'The sign-in service cannot be reached. Please check the connection and try again.',
};

const CANCELLED: SignInFailure = { text: 'Signing in with Google was cancelled.', calm: true };

const BY_CODE: Record<string, SignInFailure> = {
  'auth/invalid-email': { field: 'email', text: 'Please enter an e-mail address such as name@example.org.' },
  'auth/missing-email': { field: 'email', text: 'Please enter your e-mail address.' },
  'auth/missing-password': { field: 'password', text: 'Please enter your password.' },
  'auth/invalid-credential': WRONG,
  'auth/invalid-login-credentials': WRONG,
  'auth/wrong-password': WRONG,
  'auth/user-not-found': WRONG,
  'auth/user-disabled': {
    text: 'This account has been disabled. Please ask an administrator of this tool to enable it again.',
  },
  'auth/admin-restricted-operation': {
    text: "This account isn't on the list of people who may use this tool. Please ask an administrator of it.",
  },
  'auth/too-many-requests': {
    text: 'There were too many attempts. Please wait a few minutes, or reset the password.',
  },
  'auth/network-request-failed': UNREACHABLE,
  'auth/timeout': UNREACHABLE,
  // What the provider's script says when it could not be loaded.
  'auth/internal-error': UNREACHABLE,
  'auth/popup-blocked': {
    text: 'The browser blocked the window of Google. Please allow pop-ups for this site and try again.',
  },
  'auth/popup-closed-by-user': CANCELLED,
  'auth/cancelled-popup-request': CANCELLED,
  'auth/user-cancelled': CANCELLED,
  'auth/account-exists-with-different-credential': {
    text: 'This address already signs in with a password. Please use the e-mail address and the password.',
  },
};

export function signInFailure(error: unknown): SignInFailure {
  const code = codeOf(error);
  const known = BY_CODE[code];
  if (known) return known;
  // What is left is a matter of set-up (such as auth/unauthorized-domain), which the code names for its operator.
  const reference = code ? ` and mention “${code}”` : '';
  return { text: `Signing in did not work. Please try again; if it stays, tell whoever runs this tool${reference}.` };
}

/** Null when the answer must be that of a success: whether an account exists is nobody's business. */
export function resetFailure(error: unknown): SignInFailure | null {
  return codeOf(error) === 'auth/user-not-found' ? null : signInFailure(error);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
