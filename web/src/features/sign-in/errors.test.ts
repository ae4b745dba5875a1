import { describe, expect, test } from 'vitest';
import { resetFailure, signInFailure } from './errors';

const failed = (code: string) => Object.assign(new Error(`Firebase: Error (${code}).`), { code });

describe('signInFailure', () => {
  test.each([
    ['auth/invalid-email', 'email', /such as name@example\.org/],
    ['auth/missing-password', 'password', /enter your password/],
    ['auth/user-disabled', undefined, /disabled.*administrator/],
    ['auth/admin-restricted-operation', undefined, /not on the list/],
    ['auth/too-many-requests', undefined, /wait a few minutes/],
    ['auth/network-request-failed', undefined, /cannot be reached/],
    ['auth/internal-error', undefined, /cannot be reached/],
    ['auth/popup-blocked', undefined, /allow pop-ups/],
    ['auth/account-exists-with-different-credential', undefined, /uses a password/],
    ['auth/unauthorized-domain', undefined, /auth\/unauthorized-domain/],
  ])('%s', (code, field, text) => {
    const failure = signInFailure(failed(code));
    expect(failure.field).toBe(field);
    expect(failure.text).toMatch(text);
    expect(failure.cancelled).toBeUndefined();
  });

  test('a wrong password and an unknown address have the same message', () => {
    const unknown = signInFailure(failed('auth/user-not-found'));
    for (const code of ['auth/wrong-password', 'auth/invalid-credential', 'auth/invalid-login-credentials']) {
      expect(signInFailure(failed(code))).toEqual(unknown);
    }
  });

  test.each(['auth/popup-closed-by-user', 'auth/cancelled-popup-request', 'auth/user-cancelled'])(
    '%s is a cancelled sign-in',
    (code) => {
      expect(signInFailure(failed(code)).cancelled).toBe(true);
    },
  );

  test.each([new Error('unknown'), undefined, 'x'])('an unknown error (%s) has a message', (error) => {
    expect(signInFailure(error).text).toMatch(/^Sign-in failed/);
    expect(signInFailure(error).text).not.toMatch(/undefined|unknown/);
  });
});

test('a password reset for an unknown address has no failure', () => {
  expect(resetFailure(failed('auth/user-not-found'))).toBeNull();
  expect(resetFailure(failed('auth/network-request-failed'))?.text).toMatch(/cannot be reached/);
});
