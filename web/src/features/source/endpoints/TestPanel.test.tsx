import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { editor, json, problem } from '@/test/api';
import { anEndpoint, aPreview, aSource } from '../fixture';
import { changes, openSource } from '../test-page';

const endpoint = anEndpoint();
const preview = 'POST /newssources/previews';
const open = `?test=${endpoint.id}`;
const panel = () => screen.findByRole('dialog', { name: 'Test of Portada' });

test('from its row; the address says what is tested', async () => {
  const user = userEvent.setup();
  const { sent, address, path } = await openSource({ handlers: { [preview]: () => json(aPreview()) } });
  await user.click(screen.getByRole('button', { name: 'Test Portada' }));
  expect(await within(await panel()).findByText('Works.')).toBeVisible();
  expect(address()).toBe(path + open);
  expect(await changes(sent)).toEqual([{ call: 'POST /newssources/previews', body: { endpoint_id: endpoint.id } }]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe(path);
});

test('from its menu', async () => {
  const user = userEvent.setup();
  await openSource({ handlers: { [preview]: () => json(aPreview({ kind: 'atom' })) } });
  await user.click(screen.getByRole('button', { name: 'Actions for Portada' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Test' }));
  expect(await within(await panel()).findByText('Different kind.')).toBeVisible();
});

test('a link to a test shows it; closing stays on the page', async () => {
  const user = userEvent.setup();
  const { address, path } = await openSource({ search: open, handlers: { [preview]: () => json(aPreview()) } });
  await within(await panel()).findByText('Works.');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe(path);
});

test('Back closes it', async () => {
  const user = userEvent.setup();
  const { router } = await openSource({ handlers: { [preview]: () => json(aPreview()) } });
  await user.click(screen.getByRole('button', { name: 'Test Portada' }));
  await panel();
  await router.navigate(-1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('again, when asked to; a new failure takes the place of the old result', async () => {
  const user = userEvent.setup();
  let asked = 0;
  const { sent } = await openSource({
    search: open,
    handlers: { [preview]: () => (asked++ === 0 ? json(aPreview()) : problem(500, 'internal')) },
  });
  await user.click(await screen.findByRole('button', { name: 'Test again' }));
  expect(await screen.findByRole('heading', { name: 'The test did not run' })).toBeVisible();
  expect(screen.queryByText('Works.')).toBeNull();
  expect(await changes(sent)).toHaveLength(2);
});

test('too many at once: how long to wait, and that the wait is over', async () => {
  await openSource({
    search: open,
    handlers: { [preview]: () => problem(429, 'too_many_searches', { detail: 'You have 4.' }, { 'Retry-After': '3' }) },
  });
  // First, as it is gone in a moment.
  expect(await screen.findByText(/^Try again in \d seconds?\.$/)).toHaveAttribute('aria-live', 'off');
  expect(screen.getByRole('heading', { name: 'Too many tests at once' })).toBeVisible();
  expect(await screen.findByText('You can try again now.', {}, { timeout: 10_000 })).toBeVisible();
});

test('offline it says so at once', async () => {
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  try {
    await openSource({ search: open, handlers: { [preview]: () => Promise.reject(new TypeError('Failed to fetch')) } });
    expect(await screen.findByText(/This device is offline/)).toBeVisible();
  } finally {
    Reflect.deleteProperty(navigator, 'onLine');
  }
});

test('closing ends the request', async () => {
  const user = userEvent.setup();
  let signal: AbortSignal | undefined;
  await openSource({
    search: open,
    handlers: {
      [preview]: (request) => {
        signal = request.signal;
        return new Promise<never>((_, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
        });
      },
    },
  });
  await panel();
  await waitFor(() => expect(signal).toBeDefined());
  expect(signal?.aborted).toBe(false);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(signal?.aborted).toBe(true));
});

test('a link to an endpoint that is gone says so', async () => {
  await openSource({ search: '?test=0191d3f0-0000-7000-8000-00000000dead' });
  expect(await screen.findByRole('heading', { name: 'Endpoint not found' })).toBeVisible();
});

test.each([
  ['a viewer', { member: { ...editor, role: 'viewer' as const, can_write: false } }],
  ['an archived source', { source: aSource({ lifecycle: 'archived' as const }) }],
])('%s has no test, not even by link', async (_, options) => {
  const { sent } = await openSource({ ...options, search: open });
  expect(await screen.findByRole('table', { name: 'Endpoints' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Test/ })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await changes(sent)).toEqual([]);
});
