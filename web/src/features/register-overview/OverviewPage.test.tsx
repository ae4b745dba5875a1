import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Overview } from '@/api/gen/types.gen';
import { lastDays } from '@/lib/last-days';
import { json, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { Component as OverviewPage } from './OverviewPage';

const [yesterday, today] = lastDays(2, new Date()) as [string, string];

const overview: Overview = {
  computed_at: new Date().toISOString(),
  endpoints: 1000,
  fresh: 999,
  oldest_due_seconds: 480,
  worst_hosts: [{ domain: 'broken.example', endpoints: 12, failing: 7 }],
  slowest_hosts: [{ domain: 'slow.example', endpoints: 1, duration_ms: 4200 }],
  days: [
    { day: yesterday, items: 10, states: { ok: 90, failing: 10 } },
    { day: today, items: 4, states: { ok: 95, failing: 5 } },
  ],
  countries: [{ value: 'ES', count: 60 }, { count: 40 }],
  languages: [{ value: 'es', count: 100 }],
};

test('states no change when only the items of yesterday are known', async () => {
  open({ ...overview, days: [{ day: yesterday, items: 10, states: {} }, overview.days.at(-1)!] });
  await screen.findByRole('list', { name: 'Sources by health today' });
  expect(screen.queryByText(/since yesterday/)).toBeNull();
});

function open(answer: Overview) {
  stubApi({
    'GET /newssources/overview': () => json(answer),
    'GET /newssources/history/counts': () =>
      json({ actions: { 'source.created': 1240, 'member.joined': 1 }, is_minimum: false }),
  });
  renderPage(<OverviewPage />);
}

test('shows states with their change, freshness, sites and coverage', async () => {
  open(overview);
  const states = within(await screen.findByRole('list', { name: 'Sources by health today' }));
  expect(states.getByText('+5 since yesterday')).toBeVisible();
  expect(states.getByText('−5 since yesterday')).toBeVisible();
  expect(screen.getByText('99.9 %')).toBeVisible();
  expect(screen.getByText('The longest-waiting endpoint has been due for 8 min.')).toBeVisible();
  expect(screen.getByText('7 of 12 endpoints')).toBeVisible();
  expect(screen.getByText('4.2 s')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Spain' })).toHaveAttribute(
    'href',
    '/newssources?lifecycle=active&country=ES',
  );
  expect(screen.getByRole('link', { name: 'Not set' })).toHaveAttribute(
    'href',
    '/newssources?lifecycle=active&country=none',
  );
  expect(states.getByRole('link', { name: 'Failing 5' })).toHaveAttribute('href', '/newssources?health=failing');
  expect(screen.getByRole('link', { name: 'broken.example' })).toHaveAttribute('href', '/newssources?q=broken.example');
  const byDay = within(screen.getByRole('list', { name: 'Sources by health, of the last 30 days' }));
  expect(byDay.getAllByRole('listitem').at(-1)).toHaveTextContent(/: Working 95, Failing 5$/);
  const changes = within(screen.getByRole('list', { name: 'Changes yesterday and today' }));
  expect(await changes.findByRole('link', { name: 'Source added' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/newssources\/history\?from=\d{4}-\d\d-\d\d&action=source.created$/),
  );
  expect(changes.getByRole('listitem')).toHaveTextContent('Source added1,240');
});

test('shows all checked sources as unknown during an incident', async () => {
  open({ ...overview, unknown_since: new Date(2020, 10, 22, 12).toISOString() });
  const states = within(await screen.findByRole('list', { name: 'Sources by health today' }));
  expect(states.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Unknown100']);
  expect(screen.getByText(/show the last known health, from before/)).toBeVisible();
});

test('says that the figures are not computed yet', async () => {
  open({ ...overview, computed_at: undefined });
  expect(await screen.findByRole('heading', { name: 'No figures yet' })).toBeVisible();
});
