import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SourceRow, Work } from '@/api/gen/types.gen';
import { json, problem, stubApi } from '@/test/api';
import { renderRoutes } from '@/test/render';
import { Component as WorkPage } from './WorkPage';

const work: Work = {
  total: 3,
  states: ['failing', 'gone'],
  suggestions: [],
  groups: [
    {
      cause: 'dns',
      title: 'Host name not found',
      meaning: 'The host name cannot be resolved.',
      remedy: 'Check it.',
      sources: 2,
    },
    { cause: 'gone', title: 'Permanently gone', meaning: 'It is gone.', remedy: 'Archive it.', sources: 1 },
  ],
};

const row: SourceRow = {
  id: '0191d3f0-0000-7000-8000-000000000001',
  name: 'El Ejemplo',
  homepage_url: 'https://elejemplo.es/',
  canonical_domain: 'elejemplo.es',
  path_prefix: '',
  lifecycle: 'active',
  languages: [],
  tags: [],
  paywall: 'unknown',
  rights: 'unknown',
  endpoint_count: 1,
  endpoint_kinds: ['rss'],
  version: 1,
  created_at: '2025-11-17T09:12:00Z',
  updated_at: '2025-11-17T09:12:00Z',
  health: {
    state: 'failing',
    cause: 'dns',
    since: '2025-11-17T09:12:00Z',
    reason: 'The host name cannot be resolved.',
  },
};

function open(answer: () => Response) {
  const sent = stubApi({
    'GET /newssources/work': answer,
    'GET /newssources': () => json({ items: [row], total: 1, total_is_estimate: false }),
  });
  renderRoutes([{ path: '*', element: <WorkPage /> }], { path: '/newssources/work' });
  return sent;
}

test('lists the sources of each cause with what usually helps', async () => {
  const sent = open(() => json(work));
  expect(await screen.findByRole('heading', { name: 'Host name not found' })).toBeVisible();
  expect(screen.getByText('The host name cannot be resolved. Check it.')).toBeVisible();
  const list = within(await screen.findByRole('list', { name: 'Host name not found' }));
  expect(list.getByRole('link', { name: 'El Ejemplo' })).toHaveAttribute('href', `/newssources/${row.id}/checks`);
  expect(list.getByText('Failing')).toBeVisible();
  const queries = sent.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname === '/newssources');
  expect(queries[0]?.searchParams.getAll('cause')).toEqual(['dns']);
  expect(queries[0]?.searchParams.getAll('health')).toEqual(['failing', 'gone']);
});

test('an empty list says what it is for', async () => {
  open(() => json({ ...work, total: 0, groups: [] }));
  expect(await screen.findByRole('heading', { name: 'Nothing to do' })).toBeVisible();
});

test('a failed request can be repeated', async () => {
  open(() => problem(500, 'internal'));
  expect(await screen.findByText('The work could not be loaded', undefined, { timeout: 30_000 })).toBeVisible();
}, 40_000);
