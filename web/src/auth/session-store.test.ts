import { expect, test } from 'vitest';
import { SessionStore } from './session-store';

const user = { uid: 'u', email: 'a@example.org', name: '', emailVerified: true };

test('the status is loading until the provider reports', () => {
  expect(new SessionStore().get()).toEqual({ status: 'loading' });
});

test('a start without a user has no sign-out reason', () => {
  const store = new SessionStore();
  store.setUser(null);
  expect(store.get()).toEqual({ status: 'signed-out', reason: null });
});

test.each(['requested', 'expired'] as const)('the reason %s is reported for one sign-out only', (reason) => {
  const store = new SessionStore();
  store.setUser(user);
  store.setSignOutReason(reason);
  store.setUser(null);
  expect(store.get()).toEqual({ status: 'signed-out', reason });
  store.setUser(user);
  store.setUser(null);
  expect(store.get()).toEqual({ status: 'signed-out', reason: 'other_tab' });
});

test('a reason that follows the sign-out replaces other_tab', () => {
  const store = new SessionStore();
  let notifications = 0;
  store.setUser(user);
  store.subscribe(() => notifications++);
  store.setUser(null);
  store.setSignOutReason('expired');
  expect(store.get()).toEqual({ status: 'signed-out', reason: 'expired' });
  expect(notifications).toBe(2);
});
