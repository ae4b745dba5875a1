import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { problem, stubApi } from '@/test/api';
import { fakeIdentity, renderRoutes, user } from '@/test/render';
import { SignedInOnly, SignedOutOnly } from './guards';

const id = '0190b5d2-1c3a-7abc-8def-0123456789ab';

/** The route tree of routes.tsx with static pages. */
const routes = [
  { element: <SignedOutOnly />, children: [{ index: true, element: <h1>Sign in</h1> }] },
  {
    path: 'newssources',
    element: <SignedInOnly />,
    children: [
      { index: true, element: <h1>Sources</h1> },
      { path: '*', element: <h1>Page</h1> },
    ],
  },
];

function open(path: string, signedInUser: Parameters<typeof fakeIdentity>[0]) {
  stubApi({});
  return renderRoutes(routes, { path, identity: fakeIdentity(signedInUser) });
}

test.each([
  // [session, requested address, heading, resulting address]
  ['signed out', '/', 'Sign in', '/'],
  ['signed out', '/newssources', 'Sign in', '/'],
  ['signed out', '/newssources?q=x', 'Sign in', '/?next=%2Fnewssources%3Fq%3Dx'],
  ['signed out', `/newssources/${id}`, 'Sign in', `/?next=%2Fnewssources%2F${id}`],
  ['signed out', '/newssources/unknown', 'Sign in', '/'],
  ['signed in', '/', 'Sources', '/newssources'],
  ['signed in', `/?next=%2Fnewssources%2F${id}%2Fhistory`, 'Page', `/newssources/${id}/history`],
  ['signed in', '/?next=https%3A%2F%2Fevil.example', 'Sources', '/newssources'],
  ['signed in', '/?next=%2F%2Fevil.example', 'Sources', '/newssources'],
  ['signed in', '/newssources?q=x', 'Sources', '/newssources?q=x'],
  ['signed in', '/newssources/unknown', 'Sources', '/newssources'],
])('a %s user who requests %s sees the page %s', async (session, path, heading, expected) => {
  const { address } = open(path, session === 'signed in' ? user : null);
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
  expect(address()).toBe(expected);
});

test('no redirect happens while the session is loading', async () => {
  const { identity, address } = open('/newssources?q=x', 'loading');
  expect(screen.queryByRole('heading')).toBeNull();
  act(() => identity.session.setUser(user));
  expect(await screen.findByRole('heading', { name: 'Sources' })).toBeVisible();
  expect(address()).toBe('/newssources?q=x');
});

test('signing in replaces the address with the requested one', async () => {
  const { identity, address, router } = open(`/newssources/${id}`, null);
  await screen.findByRole('heading', { name: 'Sign in' });
  act(() => identity.session.setUser(user));
  expect(await screen.findByRole('heading', { name: 'Page' })).toBeVisible();
  expect(address()).toBe(`/newssources/${id}`);
  expect(router.state.historyAction).toBe('REPLACE');
});

test('a sign-out in another tab redirects to the sign-in page and keeps the address', async () => {
  const { identity, address } = open(`/newssources/${id}`, user);
  await screen.findByRole('heading', { name: 'Page' });
  act(() => identity.session.setUser(null));
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(address()).toBe(`/?next=%2Fnewssources%2F${id}`);
});

test('a sign-out in this tab does not keep the address', async () => {
  const { identity, address } = open(`/newssources/${id}`, user);
  await screen.findByRole('heading', { name: 'Page' });
  await act(() => identity.signOut('requested'));
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(address()).toBe('/');
});

test('a user whom the API does not admit sees the reason and can sign out', async () => {
  stubApi({ 'GET /newssources/session': () => problem(403, 'not_allowed', { detail: 'Not on the list. Ask Kim.' }) });
  const { identity } = renderRoutes(routes, { path: '/newssources', identity: fakeIdentity() });
  expect(await screen.findByText('Not on the list. Ask Kim.')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Sources' })).toBeNull();
  screen.getByRole('button', { name: /Sign out/ }).click();
  await waitFor(() => expect(identity.signOut).toHaveBeenCalledWith('requested'));
});

test('a user with an unverified e-mail address can request another e-mail', async () => {
  stubApi({ 'GET /newssources/session': () => problem(403, 'email_not_verified', { detail: 'Open the link.' }) });
  const { identity } = renderRoutes(routes, { path: '/newssources', identity: fakeIdentity() });
  (await screen.findByRole('button', { name: 'Send verification e-mail again' })).click();
  expect(await screen.findByText(/We have sent a link to editor@example.org/)).toBeVisible();
  expect(identity.sendVerification).toHaveBeenCalledOnce();
});
