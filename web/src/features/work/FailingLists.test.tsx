import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { LiveList } from '@/api/gen/types.gen';
import { json, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { work } from './test-work';
import { Component as WorkPage } from './WorkPage';

const partners = {
  id: '01938f00-0000-7000-8000-000000000009',
  name: 'Partners',
  paused: false,
  owner: { email: 'a@example.org', name: 'Alex Editor' },
  failing_since: '2026-01-02T03:04:05Z',
  failure: 'The list has 2 rows, 40 before.',
} as LiveList;

function openWork(lists: LiveList[], query = '') {
  stubApi({
    'GET /newssources': () => json({ items: [], total: 0, total_is_minimum: false }),
    'GET /newssources/work': () => json({ ...work, total: 0, groups: [] }),
    'GET /newssources/live-lists': () => json({ items: lists }),
  });
  renderPage(<WorkPage />, { pattern: '/newssources/work', path: `/newssources/work${query}` });
}

test('a live list that cannot be read is work, with its reason', async () => {
  openWork([partners, { ...partners, id: `${partners.id.slice(0, -1)}8`, name: 'Works', failure: '' }]);
  const part = within(await screen.findByRole('region', { name: 'Live lists that cannot be read' }));
  expect(part.getByRole('link', { name: 'Partners' })).toHaveAttribute(
    'href',
    `/newssources/live-lists/${partners.id}`,
  );
  expect(part.getByText('The list has 2 rows, 40 before.')).toBeVisible();
  expect(part.queryByText('Works')).toBeNull();
  expect(screen.queryByText('Nothing to do')).toBeNull();
});

test('a paused live list is no work', async () => {
  openWork([{ ...partners, paused: true }]);
  expect(await screen.findByRole('heading', { name: 'Nothing to do' })).toBeVisible();
});
