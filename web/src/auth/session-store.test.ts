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
