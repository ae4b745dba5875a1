import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { LiveList } from '@/api/gen/types.gen';
import { editor, json, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { Component as LiveListPage } from './LiveListPage';
import { Component as LiveListsPage } from './LiveListsPage';

const list: LiveList = {
  id: '01938f00-0000-7000-8000-000000000009',
  version: 3,
  name: 'Partners',
  url: 'https://lists.example/a.csv',
  has_credentials: true,
  interval_hours: 24,
  paused: false,
  owner: { email: 'a@example.org', name: 'Alex Editor' },
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
  next_read_at: '2026-01-03T03:04:05Z',
  read_at: '2026-01-02T03:04:05Z',
  failing_since: '2026-01-02T03:04:05Z',
  failure: 'The list has 2 rows, 40 before.',
  rows: 40,
};
const path = `/newssources/live-lists/${list.id}`;

test('a live list is added', async () => {
  const sent = stubApi({
    'GET /newssources/live-lists': () => json({ items: [] }),
    'POST /newssources/live-lists': () => json(list, { status: 201 }),
  });
  const user = userEvent.setup();
  renderPage(<LiveListsPage />, {
    pattern: '/newssources/live-lists',
    path: '/newssources/live-lists',
    member: editor,
  });
  await screen.findByText('No live lists yet');
  await user.click(screen.getByRole('button', { name: 'Add live list' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a live list' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Partners');
  await user.type(within(dialog).getByRole('textbox', { name: 'Address' }), 'https://lists.example/a.csv');
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Read it' }), 'Every week');
  await user.click(within(dialog).getByRole('button', { name: 'Add live list' }));
  await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true));
  const request = sent.find(({ method }) => method === 'POST')!;
  expect(await request.clone().json()).toEqual({
    name: 'Partners',
    url: 'https://lists.example/a.csv',
    interval_hours: 168,
    keep_credentials: true,
  });
});

test('a list that fails says why, and its version can be accepted', async () => {
  const accepted: unknown[] = [];
  stubApi({
    [`GET ${path}`]: () => json(list),
    [`GET ${path}/reads`]: () =>
      json({ items: [{ id: list.id, at: list.read_at, result: 'refused', detail: list.failure, rows: 40 }] }),
    [`POST ${path}/read`]: async (request) => {
      accepted.push(await request.json());
      return json({ ...list, failure: undefined });
    },
  });
  const user = userEvent.setup();
  renderPage(<LiveListPage />, { pattern: '/newssources/live-lists/:id', path, member: editor });
  expect(await screen.findByRole('heading', { level: 1, name: 'Partners' })).toBeVisible();
  expect(screen.getByText(/The list has 2 rows, 40 before. The list first failed/)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Accept this version' }));
  await user.click(await screen.findByRole('button', { name: 'Read and propose' }));
  await waitFor(() => expect(accepted).toEqual([{ accept_length: true }]));
});
