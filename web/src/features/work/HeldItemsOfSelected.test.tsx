import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { HeldEndpoint, SourceRow, Work } from '@/api/gen/types.gen';
import { json, problem, stubApi } from '@/test/api';
import { renderRoutes } from '@/test/render';
import { Component as WorkPage } from './WorkPage';

function source(n: number, name: string): SourceRow {
  return {
    id: `0191d3f0-0000-7000-8000-00000000000${n}`,
    name,
    homepage_url: `https://${n}.example/`,
    canonical_domain: `${n}.example`,
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
    health: { state: 'suspect', cause: 'identity_storm', since: '2025-11-17T09:12:00Z', reason: 'Changed identities.' },
  };
}

function held(n: number, of: SourceRow, count: number): HeldEndpoint {
  return {
    source_id: of.id,
    source_name: of.name,
    endpoint_id: `0191d3f0-0000-7000-8000-00000000020${n}`,
    endpoint_name: `Feed ${n}`,
    version: `0191d3f0-0000-7000-8000-00000000030${n}`,
    count,
  };
}

const sources = [source(1, 'El Ejemplo'), source(2, 'Beispiel'), source(3, 'Gazette')];
const endpoints = [held(1, sources[0]!, 20), held(2, sources[0]!, 1_000), held(3, sources[1]!, 5)];
const work: Work = {
  total: 3,
  snoozed: 0,
  states: ['suspect'],
  suggestions: [],
  groups: [
    { cause: 'identity_storm', title: 'Changed identities', meaning: 'M.', remedy: 'R.', sources: 3, snoozed: 0 },
  ],
};

function open(refused: HeldEndpoint[] = []) {
  const decisions = endpoints.map((endpoint) => [
    `POST /newssources/${endpoint.source_id}/endpoints/${endpoint.endpoint_id}/held-items/decisions`,
    () =>
      refused.includes(endpoint)
        ? problem(412, 'stale_version', {
            detail: 'Nothing was changed: the held items are not the ones that you saw.',
          })
        : json({ decision: 'discard', count: endpoint.count, state: 'ok' }),
  ]);
  const sent = stubApi({
    'GET /newssources/work': () => json(work),
    'GET /newssources': () => json({ items: sources }),
    'GET /newssources/held-items': ({ url }) => {
      const ids = new URL(url).searchParams.getAll('source_id');
      return json({ items: endpoints.filter(({ source_id: id }) => ids.includes(id)) });
    },
    ...Object.fromEntries(decisions),
  });
  renderRoutes([{ path: '*', element: <WorkPage /> }], { path: '/newssources/work' });
  return () => Promise.all(sent.filter(({ method }) => method === 'POST').map((each) => each.clone().json()));
}

test('the held items of the selected sources are discarded after a confirmation with their number', async () => {
  const decisionsOf = open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await userEvent.click(screen.getByRole('button', { name: 'Discard as duplicates' }));
  let dialog = within(await screen.findByRole('dialog', { name: 'Discard as duplicates' }));
  expect(await dialog.findByText('Discard 1,025 held items of 2 sources (3 endpoints).')).toBeVisible();
  expect(dialog.getByText('1 selected source has no held items.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await decisionsOf()).toEqual([]);

  await userEvent.click(screen.getByRole('button', { name: 'Discard as duplicates' }));
  dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(await dialog.findByRole('button', { name: 'Discard 1,025 held items' }));
  expect(await screen.findByText('1,025 items of 3 endpoints were discarded.')).toBeVisible();
  expect(await decisionsOf()).toEqual(endpoints.map(({ version }) => ({ decision: 'discard', version })));
  expect(await screen.findByRole('checkbox', { name: 'Select all' })).not.toBeChecked();
});

test('items that have not changed are stored; changed ones are named with the reason', async () => {
  const decisionsOf = open([endpoints[1]!]);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select El Ejemplo' }));
  await userEvent.click(screen.getByRole('button', { name: 'Store as new items' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Store as new items' }));
  expect(await dialog.findByText(/This cannot be undone/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Store 1,020 held items' }));
  expect(await screen.findByText('20 items of 1 endpoint were stored as new.')).toBeVisible();
  expect(screen.getByText('The items of 1 endpoint were not stored')).toBeVisible();
  expect(screen.getByText(/^El Ejemplo, Feed 2: Nothing was changed/)).toBeVisible();
  expect(await decisionsOf()).toHaveLength(2);
});
