import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Suggestion, SuggestionDecision, Work } from '@/api/gen/types.gen';
import { editor, json, problem, stubApi } from '@/test/api';
import { renderRoutes } from '@/test/render';
import { Component as SuggestionsPage } from './SuggestionsPage';

function moved(n: number, name: string): Suggestion {
  return {
    id: `0191d3f0-0000-7000-8000-00000000010${n}`,
    kind: 'moved',
    state: 'open',
    source_id: `0191d3f0-0000-7000-8000-00000000000${n}`,
    source_name: name,
    canonical_domain: 'old.example',
    endpoint_id: `0191d3f0-0000-7000-8000-00000000020${n}`,
    endpoint_url: 'https://old.example/feed',
    evidence: {
      url: 'https://old.example/feed',
      target: 'https://new.example/feed',
      status: 301,
      sightings: 24,
      first_seen_at: '2025-11-17T09:12:00Z',
      items: 20,
      matched: 19,
      sample: [{ title: 'Council approves the budget', url: 'https://old.example/1' }],
    },
    created_at: '2025-11-20T09:12:00Z',
  };
}

const viewer = { ...editor, role: 'viewer' as const, can_write: false };
const suggestions = [moved(1, 'El Ejemplo'), moved(2, 'Beispielzeitung')];
const work: Work = {
  total: 0,
  snoozed: 0,
  states: ['failing'],
  groups: [],
  suggestions: [{ kind: 'moved', count: 2 }],
};

function open(refused: string[] = [], { isPreviousVersion = false } = {}) {
  return stubApi({
    'GET /newssources/work': () => json(work),
    'GET /newssources/suggestions': ({ url }) => {
      const query = new URL(url).searchParams;
      if (query.get('kind') === 'field') return json({ items: [] });
      if (isPreviousVersion && query.has('needs_person')) return problem(400, 'unknown_parameter');
      return json({ items: query.has('state') ? [] : suggestions });
    },
    'POST /newssources/suggestions/decisions': async (request) => {
      const { decision, ids = [] } = (await request.json()) as SuggestionDecision;
      const outcome = { accept: 'accepted', dismiss: 'dismissed', undo: 'undone' }[decision];
      return json({
        items: ids.map((id) => {
          const { source_name } = suggestions.find((each) => each.id === id)!;
          return refused.includes(id)
            ? { id, source_name, outcome: 'refused', detail: 'The address is already an endpoint of “Other”.' }
            : { id, source_name, outcome };
        }),
      });
    },
  });
}

/** Returns the decisions that were sent. */
async function decisionsOf(sent: Request[]): Promise<SuggestionDecision[]> {
  const posts = sent.filter(({ method }) => method === 'POST');
  return Promise.all(posts.map((request) => request.clone().json() as Promise<SuggestionDecision>));
}

test('a suggestion shows its evidence, is accepted and undone', async () => {
  const sent = open();
  renderRoutes([{ path: '*', element: <SuggestionsPage /> }], { path: '/newssources/work/suggestions' });
  const row = within((await screen.findByText('El Ejemplo')).closest('li')!);
  expect(row.getByText('Use https://new.example/feed')).toBeVisible();
  expect(row.getByText(/19 of 20 items match\. 24 checks followed the permanent redirect \(301\) since/)).toBeVisible();

  await userEvent.click(row.getByRole('button', { name: /^Accept/ }));
  expect(await screen.findByText('The suggestion for El Ejemplo was accepted.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('The suggestion for El Ejemplo was undone.')).toBeVisible();
  expect(await decisionsOf(sent)).toEqual([
    { decision: 'accept', ids: [suggestions[0]!.id] },
    { decision: 'undo', ids: [suggestions[0]!.id] },
  ]);
});

test('selected suggestions are decided together; a refused one is explained and not undone', async () => {
  const sent = open([suggestions[1]!.id]);
  renderRoutes([{ path: '*', element: <SuggestionsPage /> }], { path: '/newssources/work/suggestions' });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await userEvent.click(screen.getByRole('button', { name: 'Accept selected' }));
  expect(await screen.findByText(/: The address is already an endpoint/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await decisionsOf(sent)).toHaveLength(2));
  expect(await decisionsOf(sent)).toEqual([
    { decision: 'accept', ids: suggestions.map(({ id }) => id) },
    { decision: 'undo', ids: [suggestions[0]!.id] },
  ]);
});

test('only suggestions for sources that do not need a person are listed by kind', async () => {
  const sent = open();
  renderRoutes([{ path: '*', element: <SuggestionsPage /> }], { path: '/newssources/work/suggestions' });
  expect(await screen.findByRole('list', { name: 'Moved' })).toBeVisible();
  const queries = sent.map(({ url }) => new URL(url).searchParams).filter((query) => query.get('kind') === 'moved');
  expect(queries.map((query) => query.get('needs_person'))).toEqual(['false']);
});

test('during an upgrade, an API of the previous version lists the suggestions without needs_person', async () => {
  open([], { isPreviousVersion: true });
  renderRoutes([{ path: '*', element: <SuggestionsPage /> }], { path: '/newssources/work/suggestions' });
  expect(await screen.findByRole('list', { name: 'Moved' })).toBeVisible();
});

test('a viewer sees the evidence and no buttons', async () => {
  open();
  renderRoutes([{ path: '*', element: <SuggestionsPage /> }], {
    path: '/newssources/work/suggestions',
    member: viewer,
  });
  expect(await screen.findAllByText('Use https://new.example/feed')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /Accept|Dismiss/ })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('the lists do not re-sort under the pointer; a decided suggestion leaves at once', async () => {
  let list = suggestions;
  let counts = work.suggestions;
  stubApi({
    'GET /newssources/work': () => json({ ...work, suggestions: counts }),
    'GET /newssources/suggestions': ({ url }) => json({ items: /state=|kind=field/.test(url) ? [] : list }),
    'POST /newssources/suggestions/decisions': () => {
      list = list.filter(({ id }) => id !== suggestions[0]!.id);
      return json({ items: [{ id: suggestions[0]!.id, source_name: 'El Ejemplo', outcome: 'dismissed' }] });
    },
  });
  const { queryClient } = renderRoutes([{ path: '*', element: <SuggestionsPage /> }], {
    path: '/newssources/work/suggestions',
  });
  const names = () =>
    Array.from(
      screen.getByRole('list', { name: 'Moved' }).children,
      (row) => row.querySelector('a')!.textContent + (/no longer in/.exec(row.textContent)?.[0] ?? ''),
    );
  await userEvent.hover(await screen.findByRole('link', { name: 'Beispielzeitung' }));
  list = [moved(3, 'Esempio'), ...suggestions.slice(0, 1)];
  await queryClient.invalidateQueries({ queryKey: ['suggestions'] });
  expect(await screen.findByText('no longer in this list')).toBeVisible();
  expect(names()).toEqual(['El Ejemplo', 'Beispielzeitungno longer in']);

  await userEvent.click(screen.getByRole('button', { name: /^Dismiss for El Ejemplo/ }));
  await waitFor(() => expect(names()).toEqual(['Beispielzeitungno longer in', 'Esempio']));
  counts = [];
  list = [];
  await queryClient.invalidateQueries();
  await waitFor(() => expect(names()).toEqual(['Beispielzeitungno longer in', 'Esempiono longer in']));
  await userEvent.click(screen.getByRole('button', { name: /refresh the order/ }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Moved' })).toBeNull());
});

test.each([
  ['moved', 1],
  ['other_outlet', 0],
] as const)('a dismissed suggestion of the kind %s has %i Undo buttons', async (kind, buttons) => {
  const [first] = suggestions as [Suggestion];
  const sent = stubApi({
    'GET /newssources/work': () => json({ ...work, suggestions: [{ kind, count: 1 }] }),
    'GET /newssources/suggestions': ({ url }) =>
      json({ items: /state=|kind=field/.test(url) ? [] : [{ ...first, kind }] }),
    'POST /newssources/suggestions/decisions': () =>
      json({ items: [{ id: first.id, source_name: first.source_name, outcome: 'dismissed' }] }),
  });
  renderRoutes([{ path: '*', element: <SuggestionsPage /> }], { path: '/newssources/work/suggestions' });
  await userEvent.click(await screen.findByRole('button', { name: /^Dismiss for El Ejemplo/ }));
  await waitFor(() => {
    const decided = sent.findIndex(({ method }) => method === 'POST');
    expect(decided >= 0 && sent.length > decided + 1).toBe(true); // the lists are loaded again
  });
  expect(screen.queryAllByRole('button', { name: 'Undo' })).toHaveLength(buttons);
});

test('that it is the same outlet is confirmed after a comparison, because it cannot be undone', async () => {
  const [first] = suggestions as [Suggestion];
  const outline = { authors: [], description: '', domains: [], generator: '', name: 'El Ejemplo' };
  const outlet = {
    before: { ...outline, titles: ['El pleno aprueba el presupuesto'] },
    after: { ...outline, titles: ['Mejores casinos'] },
    signals: [],
  };
  const held = { ...first, kind: 'other_outlet', evidence: { ...first.evidence, outlet, endpoint_id: 'e1' } };
  const homepage = { ...held, id: 'h1', source_name: 'Ejemplo 2', evidence: { ...first.evidence, outlet } };
  const sent = stubApi({
    'GET /newssources/work': () => json({ ...work, suggestions: [{ kind: 'other_outlet', count: 2 }] }),
    'GET /newssources/suggestions': ({ url }) => json({ items: /state=|kind=field/.test(url) ? [] : [held, homepage] }),
    'POST /newssources/suggestions/decisions': () => json({ items: [{ id: first.id, outcome: 'dismissed' }] }),
  });
  renderRoutes([{ path: '*', element: <SuggestionsPage /> }], { path: '/newssources/work/suggestions' });
  const user = userEvent.setup();
  await user.click((await screen.findAllByText('Before and now'))[0]!);
  expect(screen.getAllByRole('row', { name: /^Titles El pleno .* Mejores casinos$/ })[0]).toBeVisible();
  expect(screen.getByRole('link', { name: 'Replace the address' })).toHaveAttribute(
    'href',
    `/newssources/${first.source_id}?edit=e1`,
  );
  expect(screen.getByRole('link', { name: 'Replace the homepage' })).toHaveAttribute(
    'href',
    `/newssources/${first.source_id}/settings`,
  );
  expect(screen.getAllByRole('button', { name: /^Archive the source for/ })).toHaveLength(2);
  const decisions = () => sent.filter(({ method }) => method === 'POST').length;
  await user.click(screen.getByRole('button', { name: /^It is the same outlet for El Ejemplo/ }));
  expect(await screen.findByText(/which cannot be undone/)).toBeVisible();
  expect(decisions()).toBe(0);
  await user.click(screen.getByRole('button', { name: 'It is the same outlet' }));
  await waitFor(() => expect(decisions()).toBe(1));
});

test('a list keeps its further pages when its number changes', async () => {
  let count = 2;
  const sent = stubApi({
    'GET /newssources/work': () => json({ ...work, suggestions: [{ kind: 'moved', count }] }),
    'GET /newssources/suggestions': ({ url }) => {
      const query = new URL(url).searchParams;
      if (query.has('state') || query.get('kind') === 'field') return json({ items: [] });
      if (query.has('cursor')) return json({ items: [suggestions[1]] });
      return json(
        query.get('limit') === '20' ? { items: [suggestions[0]], next_cursor: 'next' } : { items: suggestions },
      );
    },
  });
  const { queryClient } = renderRoutes([{ path: '*', element: <SuggestionsPage /> }], {
    path: '/newssources/work/suggestions',
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('link', { name: 'Beispielzeitung' })).toBeVisible();
  const before = sent.length;
  count = 3;
  await queryClient.invalidateQueries({ queryKey: ['work'] });
  const reread = () => sent.slice(before).filter(({ url }) => url.includes('kind=moved'));
  await waitFor(() => expect(reread()).toHaveLength(1));
  expect(reread()[0]?.url).toContain('limit=40');
  expect(screen.getByRole('link', { name: 'Beispielzeitung' })).toBeVisible();
});
