import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { SourceRow, Suggestion, SuggestionDecision } from '@/api/gen/types.gen';
import { editor, json, problem, stubApi } from '@/test/api';
import { contributor } from '@/test/change-set';
import { renderRoutes } from '@/test/render';
import { incident, open, row, work } from './test-work';
import { Component as WorkPage } from './WorkPage';

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
  expect(queries[0]?.searchParams.get('snoozed')).toBe('false');
});

test('during an upgrade, an API of the previous version lists the sources without last_known', async () => {
  open(() => json(work), {
    list: ({ url }) =>
      new URL(url).searchParams.has('last_known')
        ? problem(400, 'unknown_parameter')
        : json({ items: [row], total: 1, total_is_minimum: false }),
  });
  expect((await screen.findAllByRole('link', { name: 'El Ejemplo' }))[0]).toBeVisible();
});

test('the entries stay during an incident, with the last known health', async () => {
  const since = '2025-11-18T09:12:00Z';
  const sent = open(() => json(work), {
    incidents: [incident],
    rows: [{ ...row, health: { state: 'unknown', since, last_known: row.health } }],
  });
  const list = within(await screen.findByRole('list', { name: 'Host name not found' }));
  expect(await screen.findByText(/so the list shows the last known health/)).toBeVisible();
  expect(list.getByText('Failing')).toBeVisible();
  expect(list.queryByText('Unknown')).toBeNull();
  expect(list.getByRole('link', { name: 'El Ejemplo' })).toHaveAttribute('title', row.health?.reason);
  const lists = sent.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname === '/newssources');
  expect(lists[0]?.searchParams.get('last_known')).toBe('true');
});

test('the tabs count the sources and the suggestions of all kinds', async () => {
  open(() => json({ ...work, suggestions: [{ kind: 'duplicate', count: 5 }] }));
  expect(await screen.findByText('3 sources')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sources 3' })).toHaveAttribute('href', '/newssources/work');
  expect(await screen.findByRole('link', { name: 'Suggestions 5' })).toHaveAttribute(
    'href',
    '/newssources/work/suggestions',
  );
});

test('an empty list says what it is for', async () => {
  open(() => json({ ...work, total: 0, groups: [] }));
  expect(await screen.findByRole('heading', { name: 'Nothing to do' })).toBeVisible();
});

test('a contributor can propose a change of all sources of a group, but not select them', async () => {
  const other = { ...row, id: '0191d3f0-0000-7000-8000-000000000002', name: 'Beispiel' };
  open(() => json({ ...work, groups: [work.groups[0]] }), { rows: [row, other], member: contributor });
  expect(await screen.findByRole('link', { name: 'Change all of them …' })).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('a failed request can be repeated', async () => {
  open(() => problem(500, 'internal'));
  expect(await screen.findByText('The work could not be loaded', undefined, { timeout: 30_000 })).toBeVisible();
}, 40_000);

/** Opens the work list. Each group waits for its response until the test calls answer. */
function openGroups() {
  const answers = new Map<string, (response: Response) => void>();
  const sent = stubApi({
    'GET /newssources/work': () => json(work),
    'GET /newssources': ({ url }) =>
      new Promise((resolve) => answers.set(new URL(url).searchParams.get('cause') ?? '', resolve)),
  });
  renderRoutes([{ path: '*', element: <WorkPage /> }], { path: '/newssources/work' });
  return {
    sent,
    answer: async (cause: string, response = json({ items: [{ ...row, name: `Source of ${cause}` }] })) => {
      await waitFor(() => expect(answers.has(cause)).toBe(true));
      answers.get(cause)!(response);
      answers.delete(cause);
    },
  };
}

test('the groups appear together', async () => {
  const { answer } = openGroups();
  await answer('dns');
  expect(await screen.findByText('Source of dns')).not.toBeVisible();
  await answer('gone');
  expect(await screen.findByRole('link', { name: 'Source of dns' })).toBeVisible();
  expect(screen.getByText('Source of gone')).toBeVisible();
  expect(screen.getByText('3 sources')).toBeVisible();
});

test('a slow group does not delay the others, and later appears with a click, so that nothing moves', async () => {
  const { answer } = openGroups();
  await answer('gone');
  expect(await screen.findByRole('link', { name: 'Source of gone' }, { timeout: 5_000 })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Host name not found' })).toBeVisible();
  await answer('dns');
  const button = await screen.findByRole('button', { name: 'Show 2 sources' });
  expect(screen.queryByText('Source of dns')).toBeNull();
  await userEvent.click(button);
  expect(screen.getByText('Source of dns')).toBeVisible();
});

test('a group that fails has its own error and can be loaded again', async () => {
  const { answer } = openGroups();
  await answer('dns', problem(403, 'role_too_low', { detail: 'Your role does not allow this.' }));
  await answer('gone');
  expect(await screen.findByText('Source of gone')).toBeVisible();
  expect(screen.getByText('The sources could not be loaded.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await answer('dns');
  expect(await screen.findByText('Source of dns')).toBeVisible();
});

function suggestion(n: number, change: Partial<Suggestion> = {}): Suggestion {
  return {
    id: `0191d3f0-0000-7000-8000-00000000010${n}`,
    kind: 'replaced',
    state: 'open',
    source_id: row.id,
    source_name: row.name,
    canonical_domain: row.canonical_domain,
    endpoint_id: `0191d3f0-0000-7000-8000-00000000020${n}`,
    endpoint_url: `https://elejemplo.es/${n}`,
    evidence: { target: `https://elejemplo.es/new/${n}`, sample: [] },
    created_at: '2025-11-20T09:12:00Z',
    ...change,
  };
}

test('a source has all its suggestions; those of the selected sources are accepted together', async () => {
  const other = { ...row, id: '0191d3f0-0000-7000-8000-000000000002', name: 'Beispiel' };
  const suggestions = [suggestion(1), suggestion(2), suggestion(3, { source_id: other.id, source_name: other.name })];
  const sent = stubApi({
    'GET /newssources/work': () => json({ ...work, groups: [work.groups[0]] }),
    'GET /newssources': () => json({ items: [row, other] }),
    'GET /newssources/suggestions': ({ url }) =>
      json({ items: new URL(url).searchParams.has('source_id') ? suggestions : [] }),
    'POST /newssources/suggestions/decisions': async (request) => {
      const { ids = [] } = (await request.json()) as SuggestionDecision;
      return json({ items: ids.map((id) => ({ id, outcome: 'accepted', source_name: row.name })) });
    },
  });
  renderRoutes([{ path: '*', element: <WorkPage /> }], { path: '/newssources/work' });
  const ofSource = within(await screen.findByRole('list', { name: 'Suggestions for El Ejemplo' }));
  expect(ofSource.getAllByRole('button', { name: /^Accept for El Ejemplo/ })).toHaveLength(2);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select El Ejemplo' }));
  await userEvent.click(screen.getByRole('button', { name: 'Accept 2 suggestions' }));
  expect(await screen.findByText('2 suggestions were accepted.')).toBeVisible();
  const posts = sent.filter(({ method }) => method === 'POST');
  expect(await posts[0]!.json()).toEqual({ decision: 'accept', ids: [suggestions[0]!.id, suggestions[1]!.id] });
});

test('the sources are shown when their suggestions could not be loaded', async () => {
  let isBroken = true;
  stubApi({
    'GET /newssources/work': () => json({ ...work, groups: [work.groups[0]] }),
    'GET /newssources': () => json({ items: [row] }),
    'GET /newssources/suggestions': ({ url }) => {
      if (!new URL(url).searchParams.has('source_id')) return json({ items: [] });
      return isBroken ? problem(500, 'internal') : json({ items: [suggestion(1)] });
    },
  });
  renderRoutes([{ path: '*', element: <WorkPage /> }], { path: '/newssources/work' });
  expect(await screen.findByRole('link', { name: 'El Ejemplo' })).toBeVisible();
  expect(screen.getByText('The suggestions for these sources could not be loaded.')).toBeVisible();
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('list', { name: 'Suggestions for El Ejemplo' })).toBeVisible();
  expect(screen.queryByText('The suggestions for these sources could not be loaded.')).toBeNull();
});

test('the filter by assignee is in the URL, and its empty state says what it shows', async () => {
  const sent = open(() => json({ ...work, total: 0, groups: [] }));
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Assignee' }), 'Assigned to me');
  expect(await screen.findByRole('heading', { name: 'No work is assigned to you' })).toBeVisible();
  expect(sent.some(({ url }) => url.endsWith('/newssources/work?assignee=me'))).toBe(true);
});

test('a link shows the snoozed sources, with the end of the snooze', async () => {
  const groups = [{ ...work.groups[0]!, sources: 0, snoozed: 12 }];
  const rows = [{ ...row, work: { version: 1, snoozed_until: '2099-12-03T12:00:00Z' } }];
  open(() => json({ ...work, total: 0, snoozed: 12, groups }), { rows });
  await userEvent.click(await screen.findByRole('link', { name: '12 snoozed' }));
  expect(await screen.findByText('snoozed until 3 Dec 2099')).toBeVisible();
  expect(screen.getByText(/Checks and alerts continue/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'End the snooze of El Ejemplo' })).toBeVisible();
});

test('the list does not re-sort under the pointer; a source that recovered stays in its place until then', async () => {
  const other = { ...row, id: '0191d3f0-0000-7000-8000-000000000002', name: 'Beispiel' };
  let rows = [row, other];
  let state = work;
  stubApi({
    'GET /newssources/work': () => json({ ...state, groups: [state.groups[0]] }),
    'GET /newssources': () => json({ items: rows, total: rows.length, total_is_minimum: false }),
    [`GET /newssources/${row.id}/health`]: () => json({ state: 'ok', endpoints: [] }),
  });
  const { queryClient } = renderRoutes([{ path: '*', element: <WorkPage /> }], { path: '/newssources/work' });
  const list = within(await screen.findByRole('list', { name: 'Host name not found' }));
  const names = () => list.getAllByRole('listitem').map((item) => within(item).getAllByRole('link')[0]!.textContent);
  await userEvent.hover(list.getByRole('link', { name: 'Beispiel' }));
  rows = [{ ...other, name: 'Beispiel neu' }];
  state = { ...work, groups: [{ ...work.groups[0]!, sources: 1 }] };
  await queryClient.invalidateQueries({ queryKey: ['work'] });
  expect(await list.findByText('Beispiel neu')).toBeVisible();
  expect(names()).toEqual(['El Ejemplo', 'Beispiel neu']);
  expect(await list.findByText('Working')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: '1 change: refresh the order' }));
  expect(names()).toEqual(['Beispiel neu']);
});

test('the order is no longer kept when a menu closes and the pointer is elsewhere', async () => {
  const other = { ...row, id: '0191d3f0-0000-7000-8000-000000000002', name: 'Beispiel' };
  let rows = [row, other];
  stubApi({
    'GET /newssources/work': () => json({ ...work, groups: [work.groups[0]] }),
    'GET /newssources': () => json({ items: rows, total: rows.length, total_is_minimum: false }),
  });
  const { queryClient } = renderRoutes([{ path: '*', element: <WorkPage /> }], { path: '/newssources/work' });
  await userEvent.click(await screen.findByRole('button', { name: 'Snooze El Ejemplo' }));
  const item = await screen.findByRole('button', { name: '1 week' });
  fireEvent.pointerOver(item);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(item).not.toBeInTheDocument());
  const opener = screen.getByRole('button', { name: 'Snooze El Ejemplo' });
  await waitFor(() => expect(opener).toHaveFocus());
  opener.blur();
  fireEvent.pointerOver(screen.getByRole('heading', { level: 1 })); // no "leave" of the removed item
  rows = [other, row];
  await queryClient.invalidateQueries({ queryKey: ['work'] });
  const list = screen.getByRole('list', { name: 'Host name not found' });
  await waitFor(() => expect(list.querySelector('a')).toHaveTextContent('Beispiel'));
});

test('a group of 60 shown sources keeps the others when one leaves, and reads them by one request', async () => {
  let rows = Array.from({ length: 60 }, (_, n): SourceRow => ({
    ...row,
    id: `0191d3f0-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`,
    name: `Source ${n}`,
  }));
  const [group] = work.groups;
  const sent = stubApi({
    'GET /newssources/work': () => json({ ...work, groups: [{ ...group, sources: rows.length }] }),
    'GET /newssources': ({ url }) => {
      const query = new URL(url).searchParams;
      const from = Number(query.get('cursor') ?? 0);
      const end = from + Number(query.get('limit'));
      const next_cursor = end < rows.length ? String(end) : undefined;
      return json({ items: rows.slice(from, end), total: rows.length, total_is_minimum: false, next_cursor });
    },
  });
  const { queryClient } = renderRoutes([{ path: '*', element: <WorkPage /> }], {
    path: '/newssources/work',
    member: { ...editor, role: 'viewer', can_write: false },
  });
  const list = await screen.findByRole('list', { name: group!.title });
  for (const shown of [40, 60]) {
    fireEvent.click(screen.getByText('Show more'));
    await waitFor(() => expect(list.children).toHaveLength(shown));
  }
  const before = sent.length;
  rows = rows.slice(1);
  await queryClient.invalidateQueries({ queryKey: ['work'] });
  // The entry that left stays in its place while the list has the focus.
  await waitFor(() => expect(list.children[0]).toHaveTextContent('no longer in this list'));
  expect(list.children).toHaveLength(60);
  const reread = sent.slice(before).filter(({ url }) => new URL(url).pathname === '/newssources');
  expect(new Set(reread.map(({ url }) => new URL(url).searchParams.get('limit')))).toEqual(new Set(['60']));
});
