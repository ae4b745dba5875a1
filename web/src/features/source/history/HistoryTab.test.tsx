import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { json, problem } from '@/test/api';
import { aSource, anEvent } from '@/test/source';
import { openSourcePage } from '../test-page';

const path = `/newssources/${aSource().id}/history`;
const created = anEvent({ import_id: '0191d3f0-0000-7000-8000-0000000000b1' });
const edited = anEvent({
  id: '0191d3f0-0000-7000-8000-0000000000f2',
  action: 'source.updated',
  changes: [
    { field: 'notes', before: 'Call Ana first.', after: 'Call Ben first.\nThen wait.' },
    { field: 'tier', before: 3, after: 2 },
  ],
});

const aRestore = {
  id: '01938f00-0000-7000-8000-0000000000d2',
  title: 'Restore an earlier version',
  origin: 'restore',
  state: 'draft',
  created_at: '2026-11-25T12:00:00Z',
  created_by: { email: 'editor@example.org', name: 'Alex Editor' },
  selected: 1,
  examined: 1,
  preview_complete: true,
  operations: [],
  counts: { total: 1, pending: 1, changed: 0, unchanged: 0, conflict: 0, refused: 0 },
  effects: { endpoints_stopped: 0, endpoints_checked: 0, alerts_ended: 0 },
  reasons: [],
  sample: [
    {
      number: 1,
      action: 'update',
      target: { type: 'source', id: aSource().id, name: 'El Ejemplo' },
      source_id: aSource().id,
      base_version: 2,
      changes: [],
      result: 'pending',
    },
  ],
};

const entries = () => within(screen.getByRole('list', { name: 'Changes, newest first' })).getAllByRole('listitem');

test('an event shows its changes, a text diff and all initial values', async () => {
  const user = userEvent.setup();
  await openSourcePage({ tab: '/history', handlers: { [`GET ${path}`]: () => json({ items: [edited, created] }) } });
  expect(await screen.findByText('changed tier from 3 to 2')).toBeVisible();
  const removed = screen.getByText('Ana');
  expect(removed.tagName).toBe('DEL');
  await user.click(screen.getByText('Show changes'));
  expect(removed).toBeVisible();
  await user.click(screen.getByText('All values'));
  expect(screen.getByText('State')).toBeVisible();
  expect(screen.getByRole('link', { name: 'an import' })).toHaveAttribute(
    'href',
    `/newssources/imports/${created.import_id}`,
  );
});

test('a change by a program names its API token', async () => {
  const token = { id: '0191d3f0-0000-7000-8000-0000000000c1', name: 'Nightly script' };
  const event = anEvent({ actor: { ...created.actor, token } });
  await openSourcePage({ tab: '/history', handlers: { [`GET ${path}`]: () => json({ items: [event] }) } });
  expect(await screen.findByText(/API token “Nightly script”/)).toBeVisible();
});

test('the changes of a merged source name it and have no version to restore', async () => {
  const merged = { source_id: '0191d3f0-0000-7000-8000-0000000000a9', merged_source: 'El Antiguo' };
  const own = { ...edited, source_id: aSource().id };
  const events = [own, { ...created, ...merged }];
  await openSourcePage({ tab: '/history', handlers: { [`GET ${path}`]: () => json({ items: events }) } });
  expect(await screen.findByText(/added “El Antiguo”/)).toBeVisible();
  expect(screen.getByText('Change of “El Antiguo”, a source that was merged into this one')).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Restore this version' })).toHaveLength(1);
});

test('"Show older" loads the next page', async () => {
  const user = userEvent.setup();
  const { sent } = await openSourcePage({
    tab: '/history',
    handlers: {
      [`GET ${path}`]: (request) =>
        json(
          new URL(request.url).searchParams.get('cursor') === 'older'
            ? { items: [created] }
            : { items: [edited], next_cursor: 'older' },
        ),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Show older' }));
  expect(await screen.findByText(/added this source/)).toBeVisible();
  expect(entries().length).toBeGreaterThan(1);
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  expect(sent.filter(({ url }) => url.includes('cursor=older'))).toHaveLength(1);
});

test('a failed request can be retried, and the page header stays', async () => {
  const user = userEvent.setup();
  let reads = 0;
  const respond = () => (reads++ === 0 ? problem(500, 'internal') : json({ items: [created] }));
  await openSourcePage({ tab: '/history', handlers: { [`GET ${path}`]: respond } });
  expect(await screen.findByText('The history could not be loaded')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'El Ejemplo' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/added this source/)).toBeVisible();
});

test('an outage is reported after the first failed attempt', async () => {
  const unavailable = () => problem(503, 'unavailable', {}, { 'Retry-After': '8' });
  await openSourcePage({ tab: '/history', handlers: { [`GET ${path}`]: unavailable } });
  expect(await screen.findByText('The history could not be loaded', {}, { timeout: 5_000 })).toBeVisible();
});

test('the changes are filtered, and the filter is kept in the address', async () => {
  const asked: string[] = [];
  const { router } = await openSourcePage({
    tab: '/history',
    handlers: {
      [`GET ${path}`]: () => json({ items: [edited, created] }),
      'GET /newssources/history': (request) => {
        asked.push(new URL(request.url).search);
        return json({ items: [created] });
      },
    },
  });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Change' }), 'source.created');
  expect(await screen.findByText(/added this source/)).toBeVisible();
  expect(screen.queryByText('changed tier from 3 to 2')).toBeNull();
  expect(asked).toEqual([`?action=source.created&source=${aSource().id}&limit=50&grouped=true`]);
  expect(router.state.location.search).toBe('?action=source.created');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await screen.findByText('changed tier from 3 to 2')).toBeVisible();
});

test('chosen fields of an earlier version are previewed', async () => {
  const user = userEvent.setup();
  const changes = [
    { field: 'owner', before: 'Ada', after: 'Ben' },
    { field: 'tier', before: 2, after: 3 },
  ];
  const draft = { ...aRestore, sample: aRestore.sample.map((item) => ({ ...item, changes })) };
  const second = { ...draft, id: '01938f00-0000-7000-8000-0000000000d3', title: 'Restore the tier' };
  const bodies: unknown[] = [];
  let fails = false;
  await openSourcePage({
    tab: '/history',
    handlers: {
      [`GET ${path}`]: () => json({ items: [edited, created].map((each) => ({ ...each, source_id: aSource().id })) }),
      [`POST /newssources/${aSource().id}/restore`]: async (request) => {
        bodies.push(await request.json());
        if (fails) return problem(500, 'internal');
        return json(bodies.length === 1 ? draft : second, { status: 201 });
      },
      [`GET /newssources/change-sets/${draft.id}`]: () => json(draft),
      [`GET /newssources/change-sets/${second.id}`]: () => json(second),
    },
  });
  await user.click((await screen.findAllByRole('button', { name: 'Restore this version' }))[1]!);
  const panel = within(await screen.findByRole('dialog', { name: 'Restore' }));
  await user.click(await panel.findByRole('checkbox', { name: 'Owner' }));
  await user.click(panel.getByRole('button', { name: 'Preview chosen fields' }));
  await waitFor(() => expect(bodies).toEqual([{ event_id: created.id }, { event_id: created.id, fields: ['tier'] }]));
  expect(await panel.findByText('Restore the tier')).toBeVisible();
  expect(panel.getByRole('checkbox', { name: 'Owner' })).not.toBeChecked();
  expect(panel.getByRole('checkbox', { name: 'Tier' })).toBeChecked();
  expect(panel.queryByRole('button', { name: 'Preview chosen fields' })).toBeNull();
  fails = true;
  await user.click(panel.getByRole('checkbox', { name: 'Owner' }));
  await user.click(panel.getByRole('button', { name: 'Preview chosen fields' }));
  expect(await screen.findByText('The version was not previewed')).toBeInTheDocument();
  expect(panel.getByRole('button', { name: 'Preview chosen fields' })).toBeVisible();
});

test('the panel of an entry stays open when a newer entry appears', async () => {
  const user = userEvent.setup();
  const restored = anEvent({ id: '0191d3f0-0000-7000-8000-0000000000f3', action: 'source.restored', changes: [] });
  const counts = { ...aRestore.counts, pending: 0, changed: 1 };
  const events = [restored, edited, created].map((each) => ({ ...each, source_id: aSource().id }));
  let shown: typeof aRestore = aRestore;
  await openSourcePage({
    tab: '/history',
    handlers: {
      [`GET ${path}`]: () => json({ items: shown === aRestore ? events.slice(1) : events }),
      [`POST /newssources/${aSource().id}/restore`]: () => json(aRestore, { status: 201 }),
      [`GET /newssources/change-sets/${aRestore.id}`]: () => json(shown),
      [`POST /newssources/change-sets/${aRestore.id}/apply`]: () =>
        json((shown = { ...aRestore, state: 'applied', counts }), { status: 202 }),
    },
  });
  await user.click((await screen.findAllByRole('button', { name: 'Restore this version' }))[1]!);
  const panel = within(await screen.findByRole('dialog', { name: 'Restore' }));
  await user.click(await panel.findByRole('button', { name: 'Change 1 source' }));
  await waitFor(() => expect(screen.getAllByText('Restore this version')).toHaveLength(3));
  expect(panel.getByText('Changed 1 source.')).toBeVisible();
});
