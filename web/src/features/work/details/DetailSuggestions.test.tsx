import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Suggestion, SuggestionEvidence, SuggestionField, SuggestionSummary } from '@/api/gen/types.gen';
import { editor, json, noSuggestions, problem, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { Component as SuggestionsPage } from '../SuggestionsPage';

const suggest = (at: number, field: SuggestionField, evidence: Partial<SuggestionEvidence>): Suggestion => ({
  id: `01938f00-0000-7000-8000-00000000000${at}`,
  source_id: `01938f00-0000-7000-8000-0000000000a${at}`,
  source_name: `Paper ${at}`,
  canonical_domain: `paper${at}.example`,
  kind: 'field',
  state: 'open',
  field,
  evidence: { origin: 'og:locale of the homepage', sample: [], ...evidence },
  created_at: '2026-01-02T03:04:05Z',
});

const all = [
  suggest(1, 'country', { after: 'FR' }),
  suggest(2, 'homepage_url', { before: 'https://paper2.example/', after: 'https://www.paper.example/' }),
  suggest(3, 'languages', { after: 'fr,en' }),
];

const summary: SuggestionSummary = {
  ...noSuggestions,
  sources: 3,
  newest_id: '01938f00-0000-7000-8000-000000000003',
  fields: { ...noSuggestions.fields, country: 1, homepage_url: 1, languages: 1 },
};

const viewer = { ...editor, role: 'viewer' as const, can_write: false };
const admin = { ...editor, role: 'admin' as const };

const isOfFields = ({ url }: Request) => new URL(url).searchParams.get('kind') === 'field';

/** Renders the page. A decision removes its suggestions from the list and has the given outcome. */
function renderDetails({ member = editor, visits = noSuggestions.visits, outcome = {}, suggestions = all } = {}) {
  let open = [...suggestions];
  const sent = stubApi({
    'GET /newssources/suggestions/summary': () => json({ ...summary, visits }),
    'GET /newssources/suggestions': (request) => json({ items: isOfFields(request) ? open : [] }),
    'POST /newssources/suggestions/decisions': async (request) => {
      const { ids, decision } = (await request.json()) as { ids?: string[]; decision: string };
      const decided = open.filter(({ id }) => !ids || ids.includes(id));
      if (!('detail' in outcome)) open = open.filter((one) => !decided.includes(one));
      const items = decided.map(({ id, source_id, source_name, field }) => ({
        id,
        source_id,
        source_name,
        field,
        outcome: `${decision}ed`,
        ...outcome,
      }));
      return json({ items });
    },
  });
  const page = renderPage(<SuggestionsPage />, {
    path: '/newssources/work/suggestions',
    pattern: '/newssources/work/suggestions',
    member,
  });
  return { user: userEvent.setup(), sent, ...page };
}

const rows = () =>
  within(screen.getByRole('table', { name: 'Details of sources' }))
    .getAllByRole('row')
    .slice(1);

test('each row shows the change and its origin', async () => {
  renderDetails();
  await screen.findByText('Paper 1');
  expect(rows().map((row) => row.textContent)).toEqual([
    expect.stringMatching(/Paper 1.*Country.*France.*og:locale of the homepage/),
    expect.stringMatching(/Paper 2.*Homepage.*paper2\.example.*paper\.example/),
    expect.stringMatching(/Paper 3.*Languages.*French, English/),
  ]);
});

test('keys accept and dismiss the focused row, and the next row gets the focus', async () => {
  const { user, sent } = renderDetails();
  (await screen.findByRole('link', { name: 'Paper 1' })).focus();
  await user.keyboard('a');
  await waitFor(() => expect(rows()).toHaveLength(2));
  const decision = sent.find(({ method }) => method === 'POST')!;
  expect(await decision.json()).toEqual({ decision: 'accept', ids: [all[0]!.id] });
  await waitFor(() => expect(screen.getByRole('link', { name: 'Paper 2' })).toHaveFocus());
  await user.keyboard('d');
  await waitFor(() => expect(rows()).toHaveLength(1));
});

test('a suggestion that is not applied stays with its reason', async () => {
  const { user } = renderDetails({
    outcome: { outcome: 'refused', detail: '“Paper” is already the source for paper.example.', existing_id: editor.id },
  });
  await user.click(
    await screen.findByRole('button', { name: 'Accept for Paper 2: Set the homepage to paper.example' }),
  );
  const note = await screen.findByText(/is already the source for paper\.example/);
  expect(within(note.closest('li')!).getByRole('link', { name: 'Open that source' })).toHaveAttribute(
    'href',
    `/newssources/${editor.id}`,
  );
  expect(rows()).toHaveLength(3);
});

test('all of a kind are accepted up to the newest that was seen', async () => {
  const { user, sent } = renderDetails();
  await screen.findByText('Paper 1');
  await user.click(screen.getByRole('button', { name: 'Accept all' }));
  const dialog = await screen.findByRole('dialog', { name: 'Accept 3 suggestions?' });
  await user.click(within(dialog).getByRole('button', { name: 'Accept all' }));
  expect(await screen.findByText('3 suggestions accepted.')).toBeVisible();
  const decision = sent.find(({ method }) => method === 'POST')!;
  expect(await decision.json()).toEqual({ decision: 'accept', all: { kind: 'field', through: all[2]!.id } });
});

test('viewers see no actions', async () => {
  renderDetails({ member: viewer, visits: { ...noSuggestions.visits, paused: true, waiting: 2 } });
  await screen.findByText('Paper 1');
  expect(screen.queryAllByRole('button', { name: /accept|dismiss|visits/i })).toHaveLength(0);
  expect(screen.getByText(/2 homepages are waiting\. An administrator can resume them\./)).toBeVisible();
});

test('administrators can pause the visits', async () => {
  renderDetails({ member: admin, visits: { ...noSuggestions.visits, waiting: 4, later: 1 } });
  expect(await screen.findByText(/4 homepages are being visited or waiting\. 1 is tried again later\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Pause visits' })).toBeVisible();
});

test('without suggestions the page says where they come from', async () => {
  stubApi({});
  renderPage(<SuggestionsPage />, { path: '/newssources/work/suggestions', pattern: '/newssources/work/suggestions' });
  expect(await screen.findByRole('heading', { name: 'No details are suggested' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Accept all' })).toBeNull();
});

test('an error offers a retry', async () => {
  stubApi({ 'GET /newssources/suggestions/summary': () => problem(500, 'internal', { detail: 'Broken.' }) });
  renderPage(<SuggestionsPage />, { path: '/newssources/work/suggestions', pattern: '/newssources/work/suggestions' });
  expect(await screen.findByText('The suggested details could not be loaded')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('the cursor of the API, which names its list at the end, leads to the next page', async () => {
  const next = `${all[0]!.id}pQ3-_x9aZb`;
  const sent = stubApi({
    'GET /newssources/suggestions/summary': () => json(summary),
    'GET /newssources/suggestions': ({ url }) =>
      new URL(url).searchParams.get('cursor') === next
        ? json({ items: [all[1]] })
        : json({ items: [all[0]], next_cursor: next }),
  });
  renderPage(<SuggestionsPage />, { path: '/newssources/work/suggestions', pattern: '/newssources/work/suggestions' });
  await userEvent.click(await screen.findByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('Paper 2')).toBeVisible();
  expect(sent.some(({ url }) => url.includes(`cursor=${next}`))).toBe(true);
});

test('a detail that a colleague decided stays in its place below the pointer, without buttons', async () => {
  const { user, queryClient } = renderDetails();
  await user.hover(await screen.findByRole('link', { name: 'Paper 2' }));
  stubApi({
    'GET /newssources/suggestions/summary': () => json(summary),
    'GET /newssources/suggestions': (request) => json({ items: isOfFields(request) ? all.slice(1) : [] }),
  });
  await queryClient.invalidateQueries();
  expect(await screen.findByText('no longer in this list')).toBeVisible();
  expect(rows()).toHaveLength(3);
  expect(within(rows()[0]!).queryByRole('button')).toBeNull();
  await user.click(screen.getByRole('button', { name: '1 change: refresh the order' }));
  expect(rows()).toHaveLength(2);
});
