import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { editor, json, problem, stubApi } from '@/test/api';
import { fill } from '@/test/fill';
import { renderRoutes } from '@/test/render';
import { aSource } from './fixture';
import { Component as NewSourcePage } from './NewSourcePage';
import { changes } from './test-page';

beforeEach(() => sessionStorage.clear());

const PORTADA = 'https://elejemplo.es/rss/portada.xml';
const feed = {
  url: PORTADA,
  final_url: PORTADA,
  from: 'link',
  outcome: 'ok',
  kind: 'rss',
  title: 'Portada',
  hops: [],
  timings: { dns_ms: 1, connect_ms: 1, tls_ms: 1, first_byte_ms: 1, body_ms: 1, total_ms: 5 },
  items: 20,
  per_day: 85,
  full_text: false,
  https: true,
  comments: false,
  warnings: [],
  preview: [{ title: 'Title of the newest item' }],
  score: 60,
  preselected: true,
};
const EVENTS = [
  { type: 'reached', reached: { outcome: 'ok', final_url: 'https://elejemplo.es/', hops: [], timings: feed.timings } },
  { type: 'field', field: { name: 'name', value: 'El Ejemplo', from: 'JSON-LD' } },
  { type: 'field', field: { name: 'homepage_url', value: 'https://elejemplo.es/', from: 'the address' } },
  { type: 'field', field: { name: 'language', value: 'es', from: 'the page' } },
  {
    type: 'candidate',
    candidate: { ...feed, url: `${PORTADA}?c`, comments: true, title: 'Comentarios', score: -50, preselected: false },
  },
  { type: 'candidate', candidate: feed },
  { type: 'done', done: { took_ms: 900, candidates: 2, partial: false } },
];

const lines = (events: object[]) => new Response(events.map((event) => JSON.stringify(event) + '\n').join(''));

type Handlers = Parameters<typeof stubApi>[0];

function openForm(
  answer: () => Response = () => json(aSource(), { status: 201 }),
  canWrite = true,
  handlers: Handlers = {},
) {
  const sent = stubApi({
    'POST /newssources': answer,
    'GET /newssources/tags': () => json({ items: [] }),
    'GET /newssources/lookup': () => json({ valid: true }),
    'POST /newssources/discoveries': () => lines(EVENTS),
    ...handlers,
  });
  const page = renderRoutes(
    [
      { path: '/newssources/new', element: <NewSourcePage /> },
      { path: '*', element: <h1>Elsewhere</h1> },
    ],
    { path: '/newssources/new', member: { ...editor, can_write: canWrite } },
  );
  return { ...page, sent, user: userEvent.setup() };
}

const field = (name: string) => screen.getByRole('textbox', { name });

test('from paste to save by keyboard alone: the proposal fills the form', async () => {
  const { user, sent, address } = openForm();
  expect(field('Paste any address')).toHaveFocus();
  await user.paste('https://elejemplo.es');
  expect(await screen.findByRole('checkbox', { name: 'Portada' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Comentarios' })).not.toBeChecked();
  expect(screen.getByText('Title of the newest item')).toBeVisible();
  expect(field('Name')).toHaveValue('El Ejemplo');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(address()).toBe(`/newssources/${aSource().id}`));
  expect((await changes(sent)).at(-1)).toMatchObject({
    call: 'POST /newssources',
    body: {
      homepage_url: 'https://elejemplo.es/',
      name: 'El Ejemplo',
      languages: ['es'],
      endpoints: [{ url: PORTADA, kind: 'rss', name: 'Portada' }],
    },
  });
});

test('what a person has typed is not replaced by what is found', async () => {
  const { user } = openForm();
  await fill(user, field('Name'), 'My own name');
  await user.click(field('Paste any address'));
  await user.paste('https://elejemplo.es');
  expect(await screen.findByRole('checkbox', { name: 'Portada' })).toBeChecked();
  expect(field('Name')).toHaveValue('My own name');
  expect(field('Homepage')).toHaveValue('https://elejemplo.es/');
});

test('by hand, by keyboard alone', async () => {
  const { user, sent, address } = openForm();
  await user.click(field('Homepage'));
  await user.keyboard('elejemplo.es{Tab}El Ejemplo{Enter}');
  await waitFor(() => expect(address()).toBe(`/newssources/${aSource().id}`));
  expect(await changes(sent)).toEqual([
    {
      call: 'POST /newssources',
      body: {
        homepage_url: 'elejemplo.es',
        name: 'El Ejemplo',
        lifecycle: 'active',
        paywall: 'unknown',
        rights: 'unknown',
      },
    },
  ]);
  // The note of the test before may still be there.
  expect(screen.getAllByText('“El Ejemplo” is added.')[0]).toBeVisible();
});

test('as a draft, with endpoints; rows without an address are no endpoints', async () => {
  const { user, sent } = openForm();
  await fill(user, field('Homepage'), 'elejemplo.es');
  await fill(user, field('Name'), 'El Ejemplo');
  await user.click(screen.getByRole('button', { name: 'Add another address' }));
  await fill(user, field('Address of endpoint 2'), 'elejemplo.es/news-sitemap.xml');
  await user.click(screen.getByRole('button', { name: 'Save as draft' }));
  expect(await screen.findByText('“El Ejemplo” is saved as a draft.')).toBeVisible();
  const [{ body } = { body: {} }] = await changes(sent);
  expect(body).toMatchObject({
    lifecycle: 'draft',
    endpoints: [{ url: 'elejemplo.es/news-sitemap.xml', kind: 'news_sitemap' }],
  });
});

test('hundreds of countries are in the page only while somebody is in their field', async () => {
  const { user } = openForm();
  expect(screen.queryByText('Spain')).not.toBeInTheDocument();
  await user.click(screen.getByRole('combobox', { name: 'Country' }));
  expect(screen.getByText('Spain')).toBeInTheDocument();
  await user.keyboard('spa{Enter}{Tab}');
  expect(screen.getByRole('combobox', { name: 'Country' })).toHaveValue('Spain');
  await waitFor(() => expect(screen.queryByText('Spain')).not.toBeInTheDocument());
});

test('what is wrong with an endpoint lands on its row', async () => {
  const { user } = openForm(() =>
    problem(422, 'invalid', { errors: [{ pointer: '/endpoints/0/url', detail: 'That is no address.' }] }),
  );
  await fill(user, field('Homepage'), 'elejemplo.es');
  await fill(user, field('Name'), 'El Ejemplo');
  await user.click(screen.getByRole('button', { name: 'Add another address' }));
  await fill(user, field('Address of endpoint 2'), 'nonsense');
  await user.click(screen.getByRole('button', { name: 'Save and start' }));
  expect(await screen.findByText('That is no address.')).toBeVisible();
  expect(field('Address of endpoint 2')).toHaveFocus();
  expect(field('Address of endpoint 2')).toHaveAccessibleDescription('That is no address.');
});

test('rows can be removed, and the focus is not lost', async () => {
  const { user } = openForm();
  await user.click(screen.getByRole('button', { name: 'Add another address' }));
  expect(field('Address of endpoint 2')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Remove endpoint 2' }));
  expect(field('Address of endpoint 1')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Remove endpoint 1' }));
  expect(screen.getByRole('button', { name: 'Add an address' })).toBeVisible();
});

test('an outlet that is there already is linked', async () => {
  const existing = { id: '0191d3f0-0000-7000-8000-000000000009', name: 'El Otro' };
  const { user, address } = openForm(() => problem(409, 'duplicate_source', { detail: 'It is there.', existing }));
  await user.click(field('Homepage'));
  await user.click(field('Homepage'));
  await user.keyboard('elejemplo.es{Tab}El Ejemplo{Enter}');
  const link = await screen.findByRole('link', { name: 'Open El Otro' });
  expect(field('Homepage')).toHaveFocus();
  await user.click(link);
  await user.click(await screen.findByRole('button', { name: 'Discard and leave' }));
  await waitFor(() => expect(address()).toBe(`/newssources/${existing.id}`));
});

const ID = '0191d3f0-0000-7000-8000-000000000009';
const EXISTING = { type: 'existing', existing: { source_id: ID, source_name: 'El Otro', why: 'same_outlet' } };

test('the feeds of an outlet that is there are added to it; what is refused says why and stays chosen', async () => {
  const second = { ...feed, url: `${PORTADA}?2`, title: 'Deportes' };
  let refuse = true;
  const { user, address } = openForm(undefined, true, {
    'POST /newssources/discoveries': () =>
      lines([EXISTING, ...EVENTS.slice(0, -1), { type: 'candidate', candidate: second }, EVENTS.at(-1)!]),
    [`POST /newssources/${ID}/endpoints`]: async (request) => {
      const { url } = (await request.json()) as { url: string };
      if (url === PORTADA || !refuse) return json({ id: ID }, { status: 201 });
      return problem(409, 'duplicate_endpoint', { detail: 'It is gathered for “El Tercero”.' });
    },
  });
  await user.paste('https://elejemplo.es');
  await user.click(await screen.findByRole('button', { name: 'Add 2 feeds to El Otro' }));
  expect(await screen.findByText('Deportes: It is gathered for “El Tercero”.')).toBeVisible();
  expect(screen.getByText('Portada: added.')).toBeVisible();
  refuse = false;
  await user.click(screen.getByRole('button', { name: 'Add 1 feed to El Otro' }));
  await waitFor(() => expect(address()).toBe(`/newssources/${ID}`));
});

test('a feed is tested before it is saved, with the password of its server', async () => {
  const { user, sent } = openForm(undefined, true, {
    'POST /newssources/previews': () =>
      json({
        ...feed,
        bytes: 2048,
        wire_bytes: 512,
        dated: 20,
        duplicates: 0,
        headers: [{ name: 'Etag', value: '"1"' }],
      }),
  });
  await user.paste('https://ada:secret@elejemplo.es');
  await user.click(await screen.findByRole('button', { name: 'Test' }));
  expect(await screen.findByRole('dialog', { name: 'Test of Portada' })).toBeVisible();
  expect(await screen.findByText('The test is done.')).toBeInTheDocument();
  expect((await changes(sent)).at(-1)).toMatchObject({
    call: 'POST /newssources/previews',
    body: { url: PORTADA, kind: 'rss', credentials: { username: 'ada', password: 'secret' } },
  });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Test' })).toHaveFocus());
});

test('what is no address is said so once: at the field, then where the answer is', async () => {
  const detail = 'This is an e-mail address, not a web address.';
  const { user } = openForm(undefined, true, {
    'GET /newssources/lookup': () => json({ valid: false, detail }),
    'POST /newssources/discoveries': () => problem(422, 'invalid', { detail }),
  });
  await user.keyboard('ann@elejemplo.es');
  expect(await screen.findByText(detail)).toBeVisible();
  expect(field('Paste any address')).toHaveAccessibleDescription(expect.stringContaining(detail));
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: 'Search again' })).toBeVisible();
  expect(screen.getAllByText(detail)).toHaveLength(1);
});

test('when nothing is new, the keys that save do nothing', async () => {
  const { user, address } = openForm(undefined, true, {
    'POST /newssources/discoveries': () => lines([EXISTING, EVENTS.at(-1)!]),
  });
  await user.paste('https://elejemplo.es');
  expect(await screen.findByRole('button', { name: 'No new feed is chosen' })).toBeDisabled();
  await user.keyboard('{Control>}s{/Control}');
  expect(screen.queryByText(/added to/)).not.toBeInTheDocument();
  expect(address()).toBe('/newssources/new');
});

test('a search that ran out of time says so and can be begun again', async () => {
  const partial = { type: 'done', done: { took_ms: 15_000, candidates: 2, partial: true } };
  let searches = 0;
  const { user } = openForm(undefined, true, {
    'POST /newssources/discoveries': () => lines(searches++ === 0 ? [...EVENTS.slice(0, -1), partial] : EVENTS),
  });
  await user.paste('https://elejemplo.es');
  const over = await screen.findByText('The time was over before everything was looked at.');
  await user.click(screen.getByRole('button', { name: 'Search again' }));
  await waitFor(() => expect(over).not.toBeInTheDocument());
  expect(screen.getByRole('checkbox', { name: 'Portada' })).toBeChecked();
});

test('a search that the service cannot make yet waits, and says so', async () => {
  const { user } = openForm(undefined, true, {
    'POST /newssources/discoveries': () => problem(503, 'unavailable', {}, { 'Retry-After': '60' }),
  });
  await user.paste('https://elejemplo.es');
  expect(await screen.findByText('Waiting; it begins by itself.')).toBeVisible();
});

test('of several, all that are ready are saved; one that is refused keeps its place with the reason', async () => {
  const names = ['El Ejemplo', 'El Otro'];
  let saved = 0;
  const { user, sent } = openForm(
    () =>
      saved++ === 0
        ? json(aSource(), { status: 201 })
        : problem(409, 'duplicate_endpoint', { detail: 'It is gathered for “El Tercero”.' }),
    true,
    {
      'POST /newssources/discoveries': async (request) => {
        const { address } = (await request.json()) as { address: string };
        const name = {
          type: 'field',
          field: { name: 'name', value: names[address === 'a.example' ? 0 : 1], from: 'x' },
        };
        return lines([...EVENTS.filter(({ field }) => field?.name !== 'name'), name]);
      },
    },
  );
  await user.paste('a.example\nb.example');
  await user.click(await screen.findByRole('button', { name: 'Save all 2 that are ready' }));
  const list = screen.getByRole('list', { name: 'Addresses' });
  expect(await within(list).findByText('It is gathered for “El Tercero”.')).toBeVisible();
  expect(await within(list).findByText('Saved')).toBeVisible();
  const created = (await changes(sent)).filter(({ call }) => call === 'POST /newssources');
  expect(created.map(({ body }) => (body as { name: string }).name)).toEqual(names);
});

test('a viewer reads why there is no form', () => {
  openForm(undefined, false);
  expect(screen.getByRole('heading', { name: 'Your role lets you look, not change' })).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});
