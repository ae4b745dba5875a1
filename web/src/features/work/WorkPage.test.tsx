import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type {
  Incident,
  Session,
  SourceRow,
  Suggestion,
  SuggestionDecision,
  Work,
  WorkChange,
} from '@/api/gen/types.gen';
import { editor, json, problem, stubApi } from '@/test/api';
import { renderRoutes } from '@/test/render';
import { Component as WorkPage } from './WorkPage';

const work: Work = {
  total: 3,
  snoozed: 0,
  states: ['failing', 'gone'],
  suggestions: [],
  groups: [
    {
      cause: 'dns',
      title: 'Host name not found',
      meaning: 'The host name cannot be resolved.',
      remedy: 'Check it.',
      sources: 2,
      snoozed: 0,
    },
    { cause: 'gone', title: 'Permanently gone', meaning: 'It is gone.', remedy: 'Archive it.', sources: 1, snoozed: 0 },
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

const incident: Incident = {
  id: row.id,
  scope: 'service',
  failure: 'unreachable',
  checks: 100,
  failed: 90,
  domains: 80,
  started_at: '2025-11-18T09:12:00Z',
};

const viewer = { ...editor, role: 'viewer' as const, can_write: false };

function open(
  answer: () => Response,
  {
    rows = [row],
    path = '/newssources/work',
    outcomes = ['saved'],
    member = editor as Session,
    incidents = [] as Incident[],
    list = (() => json({ items: rows, total: rows.length, total_is_minimum: false })) as (request: Request) => Response,
  } = {},
) {
  let changes = 0;
  const sent = stubApi({
    'GET /newssources/work': answer,
    'GET /newssources/incidents': () => json({ items: incidents }),
    'GET /newssources': list,
    'POST /newssources/work/changes': async (request) => {
      const { items } = (await request.json()) as WorkChange;
      const outcome = outcomes[changes++] ?? 'saved';
      const detail =
        outcome === 'saved'
          ? undefined
          : 'Another member changed the assignment or the snooze meanwhile: the source is assigned to Ben.';
      return json({
        items: items.map(({ source_id, version }) => ({
          source_id,
          source_name: rows.find(({ id }) => id === source_id)?.name,
          outcome,
          detail,
          work: { version: version + 1 },
        })),
      });
    },
  });
  renderRoutes([{ path: '*', element: <WorkPage /> }], { path, member });
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
      const { ids } = (await request.json()) as SuggestionDecision;
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

/** Returns the changes that were sent. */
async function changesOf(sent: Request[]): Promise<WorkChange[]> {
  const posts = sent.filter(({ url }) => url.endsWith('/work/changes'));
  return Promise.all(posts.map((request) => request.clone().json() as Promise<WorkChange>));
}

test('a source is assigned to the member with one click, and unassigned by the undo', async () => {
  const sent = open(() => json({ ...work, groups: [work.groups[0]] }), { rows: [{ ...row, work: { version: 3 } }] });
  await userEvent.click(await screen.findByRole('button', { name: 'Assign El Ejemplo to me' }));
  expect(await screen.findByText(`El Ejemplo is assigned to ${editor.name}.`)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('El Ejemplo is unassigned.')).toBeVisible();
  expect(await changesOf(sent)).toEqual([
    { action: 'assign', assignee_id: editor.id, items: [{ source_id: row.id, version: 3 }] },
    { action: 'unassign', items: [{ source_id: row.id, version: 4 }] },
  ]);
});

test('a source that another member has assigned meanwhile is not changed', async () => {
  open(() => json({ ...work, groups: [work.groups[0]] }), { outcomes: ['conflict'] });
  await userEvent.click(await screen.findByRole('button', { name: 'Assign El Ejemplo to me' }));
  expect(
    await screen.findByText(/El Ejemplo: Another member changed the assignment or the snooze meanwhile/),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('an undo that conflicts with a change of another member shows an error', async () => {
  open(() => json({ ...work, groups: [work.groups[0]] }), { outcomes: ['saved', 'conflict'] });
  await userEvent.click(await screen.findByRole('button', { name: 'Assign El Ejemplo to me' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('The change was not undone')).toBeVisible();
  expect(screen.getByText(/El Ejemplo: Another member changed the assignment or the snooze meanwhile/)).toBeVisible();
});

test('a message about a source that was not changed is still shown when its group is empty', async () => {
  let groups = [work.groups[0]];
  open(() => json({ ...work, groups }), { outcomes: ['conflict'] });
  const button = await screen.findByRole('button', { name: 'Assign El Ejemplo to me' });
  groups = [];
  await userEvent.click(button);
  expect(await screen.findByRole('heading', { name: 'Nothing to do' })).toBeVisible();
  expect(screen.getByText(/El Ejemplo: Another member changed the assignment/)).toBeVisible();
});

test('a viewer cannot filter by work that is assigned to them', async () => {
  open(() => json(work), { member: viewer });
  const filter = await screen.findByRole('combobox', { name: 'Assignee' });
  expect(
    within(filter)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Any assignee', 'Unassigned']);
});

test('selected sources are snoozed together, with the keyboard', async () => {
  const other = { ...row, id: '0191d3f0-0000-7000-8000-000000000002', name: 'Beispiel', work: { version: 8 } };
  const sent = open(() => json({ ...work, groups: [work.groups[0]] }), { rows: [row, other] });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await userEvent.click(screen.getByRole('button', { name: 'Snooze 2 selected sources' }));
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(await screen.findByText(/^2 sources are snoozed until/)).toBeVisible();
  const [change] = await changesOf(sent);
  expect(change).toMatchObject({ action: 'snooze', items: [{ version: 0 }, { version: 8 }] });
  expect(Date.parse(change!.snoozed_until!)).toBeGreaterThan(Date.now());
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

const endpoint = {
  id: '0191d3f0-0000-7000-8000-0000000000e1',
  source_id: row.id,
  kind: 'rss',
  url: 'https://elejemplo.es/old',
  url_entered: 'https://elejemplo.es/old',
  intent: 'active',
  has_credentials: false,
  version: 7,
  created_at: row.created_at,
  updated_at: row.updated_at,
};

test('a source is repaired at its entry: the address is tested and changed, or the endpoint is retired', async () => {
  const preview = { outcome: 'ok', kind: 'atom', items: 20, preview: [{ title: 'Newest item', identity: 'a' }] };
  const sent = stubApi({
    'GET /newssources/work': () => json({ ...work, groups: [work.groups[0]] }),
    'GET /newssources': () => json({ items: [row], total: 1, total_is_minimum: false }),
    [`GET /newssources/${row.id}`]: () => json({ ...row, endpoints: [endpoint] }),
    'POST /newssources/previews': () => json(preview),
    [`PATCH /newssources/${row.id}/endpoints/${endpoint.id}`]: () => json({ ...endpoint, version: 8 }),
  });
  renderRoutes([{ path: '*', element: <WorkPage /> }], { path: '/newssources/work' });
  expect(await screen.findByRole('link', { name: /Open the homepage of El Ejemplo/ })).toHaveAttribute(
    'href',
    row.homepage_url,
  );
  expect(screen.getByRole('link', { name: 'Find feeds of El Ejemplo again' })).toHaveAttribute(
    'href',
    '/newssources/new',
  );
  expect(screen.getByRole('link', { name: 'Settings of the endpoint of El Ejemplo' })).toHaveAttribute(
    'href',
    `/newssources/${row.id}?edit=worst`,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Change an address of El Ejemplo' }));
  const field = await screen.findByRole('textbox', { name: 'Address' });
  expect(screen.getByRole('button', { name: 'Save the address' })).toBeDisabled();
  await userEvent.clear(field);
  await userEvent.type(field, 'https://elejemplo.es/new');
  await userEvent.click(screen.getByRole('button', { name: 'Test' }));
  expect(await screen.findByText('Newest item')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save the address' }));
  expect(await screen.findByText('The address was changed and will be checked next.')).toBeVisible();

  await userEvent.click(screen.getByRole('button', { name: 'Retire an endpoint of El Ejemplo' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Retire the endpoint' }));
  expect(await screen.findByText('“elejemplo.es/old” is retired.')).toBeVisible();
  const changes = sent.filter(({ method }) => method === 'PATCH');
  expect(changes.map(({ headers }) => headers.get('If-Match'))).toEqual(['"7"', '"7"']);
  expect(await Promise.all(changes.map((request) => request.json() as Promise<unknown>))).toEqual([
    { url: 'https://elejemplo.es/new', kind: 'atom' },
    { intent: 'retired' },
  ]);
});

test('a viewer sees no repair that the API refuses', async () => {
  open(() => json({ ...work, groups: [work.groups[0]] }), { member: viewer });
  expect(await screen.findByRole('link', { name: /Open the homepage of El Ejemplo/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /address|Retire|Settings/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /Find feeds|Settings/ })).toBeNull();
});
