import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { setReachability } from '@/api/reachability';
import { PageHeader } from '@/components/PageHeader';
import { editor, json, problem, stubApi } from '@/test/api';
import { fakeIdentity, renderRoutes, user } from '@/test/render';
import { SignedOutOnly } from './guards';
import { Shell } from './Shell';

const routes = [
  {
    element: <Shell />,
    children: [
      { path: '/', element: <PageHeader title="Sign in" /> },
      { path: '/newssources', element: <PageHeader title="Sources" /> },
      { path: '/newssources/imports', element: <PageHeader title="Imports" /> },
    ],
  },
];

test('the product title links to the root and is the only link for a signed-out user', () => {
  stubApi({});
  renderRoutes(routes, { path: '/', identity: fakeIdentity(null) });
  expect(screen.getAllByRole('link')).toEqual([screen.getByRole('link', { name: 'News Sources' })]);
  expect(screen.getByRole('link', { name: 'News Sources' })).toHaveAttribute('href', '/');
});

test('navigating to a page focuses its heading and sets the document title', async () => {
  stubApi({});
  renderRoutes(routes);
  expect(await screen.findByRole('link', { name: 'Sources' })).toHaveAttribute('aria-current', 'page');
  await userEvent.click(screen.getByRole('link', { name: 'Imports' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Imports' })).toHaveFocus());
  expect(document.title).toBe('Imports · News Sources');
  expect(screen.getByRole('link', { name: 'Imports' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'Sources' })).not.toHaveAttribute('aria-current');
});

test('a change of the query keeps the focus', async () => {
  stubApi({});
  const { router } = renderRoutes(routes);
  const link = await screen.findByRole('link', { name: 'Imports' });
  link.focus();
  await act(() => router.navigate('/newssources?q=x'));
  expect(link).toHaveFocus();
});

test('the first Tab stop skips to the content', async () => {
  stubApi({});
  renderRoutes(routes);
  await screen.findByRole('link', { name: 'Sources' });
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Skip to content' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('main')).toHaveFocus();
});

/** The pages behind the guard of the root. */
const guarded = [
  {
    element: <Shell />,
    children: [
      { element: <SignedOutOnly />, children: [{ path: '/', element: <PageHeader title="Sign in" /> }] },
      { path: '/newssources/imports', element: <PageHeader title="Imports" /> },
    ],
  },
];

test('a reload, which passes the root, leaves the first Tab stop to the browser', async () => {
  stubApi({});
  const identity = fakeIdentity('loading');
  renderRoutes(guarded, { path: '/?next=%2Fnewssources%2Fimports', identity });
  act(() => identity.session.setUser(user));
  await screen.findByRole('heading', { name: 'Imports' });
  expect(document.body).toHaveFocus();
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Skip to content' })).toHaveFocus();
});

test('after a sign-in, the heading of the page has the focus', async () => {
  stubApi({});
  const identity = fakeIdentity(null);
  renderRoutes(guarded, { path: '/?next=%2Fnewssources%2Fimports', identity });
  await screen.findByRole('heading', { name: 'Sign in' });
  act(() => identity.session.setUser(user));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Imports' })).toHaveFocus());
});

test('the count of the work list says in words what it counts', async () => {
  stubApi({
    'GET /newssources/work': () =>
      json({ total: 2, snoozed: 0, states: [], groups: [], suggestions: [{ kind: 'duplicate', count: 5 }] }),
  });
  renderRoutes(routes);
  expect(await screen.findByRole('link', { name: 'Work 7 (2 sources and 5 suggestions)' })).toBeVisible();
  expect(screen.getByTitle('2 sources and 5 suggestions')).toHaveTextContent('7');
});

test.each([
  [{ proposed: 3, answered: 2 }, 'Changes 5 (3 proposals wait for a decision, 2 of yours were answered)'],
  [{ proposed: 1, answered: 0 }, 'Changes 1 (1 proposal waits for a decision)'],
  [{ proposed: 0, answered: 1 }, 'Changes 1 (1 of your proposals was answered)'],
])('the count of changes %j says what it counts', async (summary, name) => {
  stubApi({ 'GET /newssources/change-sets/summary': () => json(summary) });
  renderRoutes(routes);
  expect((await screen.findByRole('link', { name: /^Changes \d/ })).textContent).toBe(name.replace(/ (\d+) \(/, '$1('));
});

test('the user menu shows the role and the administrators, and signs out', async () => {
  stubApi({
    'GET /newssources/administrators': () =>
      json({ items: [{ id: '1', name: 'Ada Admin', email: 'ada@example.org' }] }),
  });
  const { identity } = renderRoutes(routes);
  await userEvent.click(await screen.findByRole('button', { name: 'Account of Alex Editor' }));
  expect(await screen.findByText(/^Editor/)).toBeVisible();
  expect(await screen.findByRole('menuitem', { name: 'Ada Admin' })).toHaveAttribute('href', 'mailto:ada@example.org');
  expect(screen.queryByRole('link', { name: 'People' })).toBeNull();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }));
  expect(identity.signOut).toHaveBeenCalledWith('requested');
});

test('the keyboard shortcuts are shown with “?” and from the user menu', async () => {
  stubApi({ 'GET /newssources/administrators': () => json({ items: [] }) });
  renderRoutes(routes);
  await userEvent.click(await screen.findByRole('button', { name: 'Account of Alex Editor' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Keyboard shortcuts/ }));
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('only administrators see the area People', async () => {
  stubApi({ 'GET /newssources/session': () => json({ ...editor, role: 'admin' }) });
  renderRoutes(routes);
  expect(await screen.findByRole('link', { name: 'People' })).toHaveAttribute('href', '/newssources/people');
});

test('a user whom the API does not admit gets no area links', async () => {
  stubApi({ 'GET /newssources/session': () => problem(403, 'not_allowed') });
  renderRoutes(routes);
  await screen.findByRole('button', { name: /Account of/ });
  await waitFor(() => expect(screen.queryByRole('navigation')).toBeNull());
});

test('a banner reports an outage until the API responds again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  stubApi({});
  renderRoutes(routes);
  await screen.findByRole('link', { name: 'Sources' });
  act(() => setReachability('down'));
  expect(screen.getByText(/service cannot be reached/)).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  await waitFor(() => expect(screen.queryByText(/service cannot be reached/)).toBeNull());
  vi.useRealTimers();
});

test('a service that accepts requests but answers none is reported after 5 s, until it answers', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let answer: ((response: Response) => void) | undefined;
  let isFrozen = true;
  stubApi({
    'GET /newssources/work': () => new Promise<Response>((resolve) => (answer = resolve)),
    'GET /newssources/session': () => (isFrozen && answer ? new Promise<Response>(() => undefined) : json(editor)),
  });
  renderRoutes(routes);
  await waitFor(() => expect(answer).toBeDefined());
  const banner = () => screen.queryByText(/^The service does not answer/);
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(banner()).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(banner()).toBeVisible();
  isFrozen = false;
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  await waitFor(() => expect(banner()).toBeNull());
  vi.useRealTimers();
});

test('a request that takes long while the service answers others is not reported', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  stubApi({ 'GET /newssources/work': () => new Promise<Response>(() => undefined) });
  renderRoutes(routes);
  await screen.findByRole('link', { name: 'Sources' });
  await act(() => vi.advanceTimersByTimeAsync(3_500)); // the shell sends the probe
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(screen.queryByText(/^The service does not answer/)).toBeNull();
  vi.useRealTimers();
});

test('a banner is shown while the device is offline', async () => {
  stubApi({});
  renderRoutes(routes);
  await screen.findByRole('link', { name: 'Sources' });
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByText(/You are offline/)).toBeVisible();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByText(/You are offline/)).toBeNull();
});

test('an open incident of the service is shown above the page', async () => {
  const incident = { id: editor.id, failure: 'unreachable', checks: 100, failed: 90, domains: 80 };
  const started_at = '2026-11-22T12:00:00Z';
  stubApi({
    'GET /newssources/incidents': () =>
      json({
        items: [
          { ...incident, scope: 'worker', worker: 'worker-1', started_at: '2026-11-20T12:00:00Z' },
          { ...incident, scope: 'service', started_at },
        ],
      }),
  });
  renderRoutes(routes);
  const banner = await screen.findByText(/^The service cannot reach any site/);
  expect(banner).toHaveTextContent(
    /any since Sun, 22 Nov 2026.*Checks are suspended, and the health of sources is unknown/,
  );
});

test('a pause of all checks is shown with its reason', async () => {
  stubApi({
    'GET /newssources/checks': () =>
      json({
        paused: true,
        paused_at: '2026-11-22T12:00:00Z',
        paused_by: { id: editor.id, name: 'Ada', email: 'ada@example.org' },
        pause_reason: 'Move of the data centre',
        due: 0,
        overdue: 0,
      }),
  });
  renderRoutes(routes);
  const banner = await screen.findByText(/^All checks are paused/);
  expect(banner).toHaveTextContent(/Ada paused them on Sun, 22 Nov 2026.*: Move of the data centre/);
  expect(screen.getByRole('link', { name: 'Show checks' })).toHaveAttribute('href', '/newssources/checks');
});
