import { describe, expect, test } from 'vitest';
import { resetFailure, signInFailure } from './errors';

const failed = (code: string) => Object.assign(new Error(`Firebase: Error (${code}).`), { code });

describe('signInFailure', () => {
  test.each([
    ['auth/invalid-email', 'email', /such as name@example\.org/],
    ['auth/missing-password', 'password', /enter your password/],
    ['auth/user-disabled', undefined, /disabled.*administrator/],
    ['auth/admin-restricted-operation', undefined, /isn't on the list/],
    ['auth/too-many-requests', undefined, /wait a few minutes/],
    ['auth/network-request-failed', undefined, /cannot be reached/],
    ['auth/internal-error', undefined, /cannot be reached/],
    ['auth/popup-blocked', undefined, /allow pop-ups/],
    ['auth/account-exists-with-different-credential', undefined, /signs in with a password/],
    ['auth/unauthorized-domain', undefined, /auth\/unauthorized-domain/],
  ])('%s', (code, field, words) => {
    const failure = signInFailure(failed(code));
    expect(failure.field).toBe(field);
    expect(failure.text).toMatch(words);
    expect(failure.calm).toBeUndefined();
  });

  test('a wrong password and an unknown address are told apart by nothing', () => {
    const unknown = signInFailure(failed('auth/user-not-found'));
    for (const code of ['auth/wrong-password', 'auth/invalid-credential', 'auth/invalid-login-credentials']) {
      expect(signInFailure(failed(code))).toEqual(unknown);
    }
  });

  test.each(['auth/popup-closed-by-user', 'auth/cancelled-popup-request', 'auth/user-cancelled'])(
    '%s is calm',
    (code) => {
      expect(signInFailure(failed(code)).calm).toBe(true);
    },
  );

  test.each([new Error('boom'), undefined, 'x'])('something unknown (%s) still has words', (error) => {
    expect(signInFailure(error).text).toMatch(/^Signing in did not work/);
    expect(signInFailure(error).text).not.toMatch(/undefined|boom/);
  });
});

test('a reset for an unknown address is answered as a success', () => {
  expect(resetFailure(failed('auth/user-not-found'))).toBeNull();
  expect(resetFailure(failed('auth/network-request-failed'))?.text).toMatch(/cannot be reached/);
});
