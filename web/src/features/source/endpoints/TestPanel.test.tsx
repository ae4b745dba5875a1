import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { editor, json, problem } from '@/test/api';
import { anEndpoint, aPreview, aSource } from '@/test/source';
import { openSourcePage, readChanges } from '../test-page';

const endpoint = anEndpoint();
const preview = 'POST /newssources/previews';
const open = `?test=${endpoint.id}`;
const panel = () => screen.findByRole('dialog', { name: 'Test of Portada' });

test('the Test button opens the panel and puts the endpoint into the URL', async () => {
  const user = userEvent.setup();
  const { sent, address, path } = await openSourcePage({ handlers: { [preview]: () => json(aPreview()) } });
  await user.click(screen.getByRole('button', { name: 'Test Portada' }));
  expect(await within(await panel()).findByText('Works.')).toBeVisible();
  expect(address()).toBe(path + open);
  expect(await readChanges(sent)).toEqual([{ call: 'POST /newssources/previews', body: { endpoint_id: endpoint.id } }]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe(path);
});

test('the menu opens the panel', async () => {
  const user = userEvent.setup();
  await openSourcePage({ handlers: { [preview]: () => json(aPreview({ kind: 'atom' })) } });
  await user.click(screen.getByRole('button', { name: 'Actions for Portada' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Test' }));
  expect(await within(await panel()).findByText('Different kind.')).toBeVisible();
});

test('a link to a test opens the panel; closing it stays on the page', async () => {
  const user = userEvent.setup();
  const { address, path } = await openSourcePage({ search: open, handlers: { [preview]: () => json(aPreview()) } });
  await within(await panel()).findByText('Works.');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe(path);
});

test('Back closes the panel', async () => {
  const user = userEvent.setup();
  const { router } = await openSourcePage({ handlers: { [preview]: () => json(aPreview()) } });
  await user.click(screen.getByRole('button', { name: 'Test Portada' }));
  await panel();
  await router.navigate(-1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('"Test again" replaces the result, also when it fails', async () => {
  const user = userEvent.setup();
  let requests = 0;
  const { sent } = await openSourcePage({
    search: open,
    handlers: { [preview]: () => (requests++ === 0 ? json(aPreview()) : problem(500, 'internal')) },
  });
  await user.click(await screen.findByRole('button', { name: 'Test again' }));
  expect(await screen.findByRole('heading', { name: 'The test did not run' })).toBeVisible();
  expect(screen.queryByText('Works.')).toBeNull();
  expect(await readChanges(sent)).toHaveLength(2);
});

test('too many tests: a countdown runs until the next attempt', async () => {
  await openSourcePage({
    search: open,
    handlers: {
      [preview]: () =>
        problem(429, 'too_many_searches', { detail: 'You have 4 running tests.' }, { 'Retry-After': '3' }),
    },
  });
  // Checked first, because the countdown is short.
  expect(await screen.findByText(/^Try again in \d seconds?\.$/)).toHaveAttribute('aria-live', 'off');
  expect(screen.getByRole('heading', { name: 'Too many tests at once' })).toBeVisible();
  expect(await screen.findByText('You can try again now.', {}, { timeout: 10_000 })).toBeVisible();
});

test('without a connection the panel reports it at once', async () => {
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  try {
    await openSourcePage({
      search: open,
      handlers: { [preview]: () => Promise.reject(new TypeError('Failed to fetch')) },
    });
    expect(await screen.findByText(/This device is offline/)).toBeVisible();
  } finally {
    Reflect.deleteProperty(navigator, 'onLine');
  }
});

test('closing the panel aborts the request', async () => {
  const user = userEvent.setup();
  let signal: AbortSignal | undefined;
  await openSourcePage({
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

test('a link to an unknown endpoint shows "Endpoint not found"', async () => {
  await openSourcePage({ search: '?test=0191d3f0-0000-7000-8000-00000000dead' });
  expect(await screen.findByRole('heading', { name: 'Endpoint not found' })).toBeVisible();
});

test.each([
  ['a viewer', { member: { ...editor, role: 'viewer' as const, can_write: false } }],
  ['an archived source', { source: aSource({ lifecycle: 'archived' as const }) }],
])('%s has no Test button, and a link to a test opens no panel', async (_, options) => {
  const { sent } = await openSourcePage({ ...options, search: open });
  expect(await screen.findByRole('table', { name: 'Endpoints' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Test/ })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await readChanges(sent)).toEqual([]);
});
