import { expect, test } from 'vitest';
import { SessionStore } from './session-store';

const user = { uid: 'u', email: 'a@example.org', name: '', emailVerified: true };

test('is loading until the provider has answered', () => {
  expect(new SessionStore().get()).toEqual({ status: 'loading' });
});

test('nobody signed in at the start is no sign-out', () => {
  const store = new SessionStore();
  store.provider(null);
  expect(store.get()).toEqual({ status: 'signed-out', reason: null });
});

test.each(['asked', 'expired'] as const)('a sign-out that was %s says so, once', (reason) => {
  const store = new SessionStore();
  store.provider(user);
  store.ending(reason);
  store.provider(null);
  expect(store.get()).toEqual({ status: 'signed-out', reason });
  store.provider(user);
  store.provider(null);
  expect(store.get()).toEqual({ status: 'signed-out', reason: 'elsewhere' });
});

test('a session that the provider ended before it said why has expired, and not elsewhere', () => {
  const store = new SessionStore();
  let told = 0;
  store.provider(user);
  store.subscribe(() => told++);
  store.provider(null);
  store.ending('expired');
  expect(store.get()).toEqual({ status: 'signed-out', reason: 'expired' });
  expect(told).toBe(2);
});
