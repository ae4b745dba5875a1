import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { json, problem } from '@/test/api';
import { fill } from '@/test/fill';
import { aSource } from '@/test/source';
import { aSummary } from './add/fixture';
import { EVENTS, eventStream, feed, field, openForm, PORTADA } from './add/test-add-page';
import { readChanges } from './test-page';

beforeEach(() => sessionStorage.clear());

test('a pasted address fills the form, and the keyboard saves it', async () => {
  const { user, sent, address } = openForm();
  expect(field('Site or feed address')).toHaveFocus();
  await user.paste('https://elejemplo.es');
  expect(await screen.findByRole('checkbox', { name: 'Portada' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Comentarios' })).not.toBeChecked();
  expect(screen.getByText('Title of the newest item')).toBeVisible();
  expect(field('Name')).toHaveValue('El Ejemplo');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(address()).toBe(`/newssources/${aSource().id}`));
  expect((await readChanges(sent)).at(-1)).toMatchObject({
    call: 'POST /newssources',
    body: {
      homepage_url: 'https://elejemplo.es/',
      name: 'El Ejemplo',
      languages: ['es'],
      endpoints: [{ url: PORTADA, kind: 'rss', name: 'Portada' }],
    },
  });
});

test('proposals do not replace what the user typed', async () => {
  const { user } = openForm();
  await fill(user, field('Name'), 'My own name');
  await user.click(field('Site or feed address'));
  await user.paste('https://elejemplo.es');
  expect(await screen.findByRole('checkbox', { name: 'Portada' })).toBeChecked();
  expect(field('Name')).toHaveValue('My own name');
  expect(field('Homepage')).toHaveValue('https://elejemplo.es/');
});

test('a source can be added without a discovery, using only the keyboard', async () => {
  const { user, sent, address } = openForm();
  await user.click(field('Homepage'));
  await user.keyboard('elejemplo.es{Tab}El Ejemplo{Enter}');
  await waitFor(() => expect(address()).toBe(`/newssources/${aSource().id}`));
  expect(await readChanges(sent)).toEqual([
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
  // The notification of the previous test may still be visible.
  expect(screen.getAllByText('“El Ejemplo” was added.')[0]).toBeVisible();
});

test('a draft is saved with its endpoints, without the empty rows', async () => {
  const { user, sent } = openForm();
  await fill(user, field('Homepage'), 'elejemplo.es');
  await fill(user, field('Name'), 'El Ejemplo');
  await user.click(screen.getByRole('button', { name: 'Add another endpoint' }));
  await fill(user, field('Address of endpoint 2'), 'elejemplo.es/news-sitemap.xml');
  await user.click(screen.getByRole('button', { name: 'Save as draft' }));
  expect(await screen.findByText('“El Ejemplo” was saved as a draft.')).toBeVisible();
  const [{ body } = { body: {} }] = await readChanges(sent);
  expect(body).toMatchObject({
    lifecycle: 'draft',
    endpoints: [{ url: 'elejemplo.es/news-sitemap.xml', kind: 'news_sitemap' }],
  });
});

test('the options of the country field are rendered only while it is open', async () => {
  const { user } = openForm();
  expect(screen.queryByText('Spain')).not.toBeInTheDocument();
  await user.click(screen.getByRole('combobox', { name: 'Country' }));
  expect(screen.getByText('Spain')).toBeInTheDocument();
  await user.keyboard('spa{Enter}{Tab}');
  expect(screen.getByRole('combobox', { name: 'Country' })).toHaveValue('Spain');
  await waitFor(() => expect(screen.queryByText('Spain')).not.toBeInTheDocument());
});

test('an endpoint error of the API is shown at its row', async () => {
  const { user } = openForm(() =>
    problem(422, 'invalid', { errors: [{ pointer: '/endpoints/0/url', detail: 'This is not an address.' }] }),
  );
  await fill(user, field('Homepage'), 'elejemplo.es');
  await fill(user, field('Name'), 'El Ejemplo');
  await user.click(screen.getByRole('button', { name: 'Add another endpoint' }));
  await fill(user, field('Address of endpoint 2'), 'not an address');
  await user.click(screen.getByRole('button', { name: 'Save and start' }));
  expect(await screen.findByText('This is not an address.')).toBeVisible();
  expect(field('Address of endpoint 2')).toHaveFocus();
  expect(field('Address of endpoint 2')).toHaveAccessibleDescription('This is not an address.');
});

test('removing an endpoint row moves the focus to the row before', async () => {
  const { user } = openForm();
  await user.click(screen.getByRole('button', { name: 'Add another endpoint' }));
  expect(field('Address of endpoint 2')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Remove endpoint 2' }));
  expect(field('Address of endpoint 1')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Remove endpoint 1' }));
  expect(screen.getByRole('button', { name: 'Add an endpoint' })).toBeVisible();
});

test('a duplicate source is linked', async () => {
  const existing = { id: '0191d3f0-0000-7000-8000-000000000009', name: 'El Otro' };
  const { user, address } = openForm(() =>
    problem(409, 'duplicate_source', { detail: 'The source exists.', existing }),
  );
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
const EXISTING = { type: 'existing', existing: { source_id: ID, source_name: 'El Otro', why: 'same_source' } };

test('endpoints are added to an existing source; a refused endpoint shows the reason and stays selected', async () => {
  const second = { ...feed, url: `${PORTADA}?2`, title: 'Deportes' };
  let refuse = true;
  const { user, address } = openForm(undefined, true, {
    'POST /newssources/discoveries': () =>
      eventStream([EXISTING, ...EVENTS.slice(0, -1), { type: 'candidate', candidate: second }, EVENTS.at(-1)!]),
    [`POST /newssources/${ID}/endpoints`]: async (request) => {
      const { url } = (await request.json()) as { url: string };
      if (url === PORTADA || !refuse) return json({ id: ID }, { status: 201 });
      return problem(409, 'duplicate_endpoint', { detail: 'This address belongs to “El Tercero”.' });
    },
  });
  await user.paste('https://elejemplo.es');
  await user.click(await screen.findByRole('button', { name: 'Add 2 endpoints to El Otro' }));
  expect(await screen.findByText('Deportes: This address belongs to “El Tercero”.')).toBeVisible();
  expect(screen.getByText('Portada: added.')).toBeVisible();
  refuse = false;
  await user.click(screen.getByRole('button', { name: 'Add 1 endpoint to El Otro' }));
  await waitFor(() => expect(address()).toBe(`/newssources/${ID}`));
});

test('a feed can be tested before it is saved, with the credentials of its server', async () => {
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
  await user.click(await screen.findByRole('button', { name: 'Test feed' }));
  expect(await screen.findByRole('dialog', { name: 'Test of Portada' })).toBeVisible();
  expect(await screen.findByText('The test is finished.')).toBeInTheDocument();
  expect((await readChanges(sent)).at(-1)).toMatchObject({
    call: 'POST /newssources/previews',
    body: { url: PORTADA, kind: 'rss', credentials: { username: 'ada', password: 'secret' } },
  });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Test feed' })).toHaveFocus());
});

test('an invalid address is reported once: at the field, then in the search result', async () => {
  const detail = 'This is an e-mail address, not a web address.';
  const { user } = openForm(undefined, true, {
    'GET /newssources/lookup': () => json({ valid: false, detail }),
    'POST /newssources/discoveries': () => problem(422, 'invalid', { detail }),
  });
  await user.keyboard('ann@elejemplo.es');
  expect(await screen.findByText(detail)).toBeVisible();
  expect(field('Site or feed address')).toHaveAccessibleDescription(expect.stringContaining(detail));
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: 'Search again' })).toBeVisible();
  expect(screen.getAllByText(detail)).toHaveLength(1);
});

test('the save shortcut does nothing without a new endpoint', async () => {
  const { user, address } = openForm(undefined, true, {
    'POST /newssources/discoveries': () => eventStream([EXISTING, EVENTS.at(-1)!]),
  });
  await user.paste('https://elejemplo.es');
  expect(await screen.findByRole('button', { name: 'No new endpoint selected' })).toBeDisabled();
  await user.keyboard('{Control>}s{/Control}');
  expect(screen.queryByText(/added to/)).not.toBeInTheDocument();
  expect(address()).toBe('/newssources/new');
});

test('a search that reached its time limit can be repeated', async () => {
  const partial = { type: 'done', done: aSummary({ candidates: 2, partial: true }) };
  let searches = 0;
  const { user } = openForm(undefined, true, {
    'POST /newssources/discoveries': () => eventStream(searches++ === 0 ? [...EVENTS.slice(0, -1), partial] : EVENTS),
  });
  await user.paste('https://elejemplo.es');
  const over = await screen.findByText('The time limit was reached before all addresses were checked.');
  await user.click(screen.getByRole('button', { name: 'Search again' }));
  await waitFor(() => expect(over).not.toBeInTheDocument());
  expect(screen.getByRole('checkbox', { name: 'Portada' })).toBeChecked();
});

test('a search that the service cannot run yet is queued', async () => {
  const { user } = openForm(undefined, true, {
    'POST /newssources/discoveries': () => problem(503, 'unavailable', {}, { 'Retry-After': '60' }),
  });
  await user.paste('https://elejemplo.es');
  expect(await screen.findByText('Queued; the search starts automatically.')).toBeVisible();
});

test('an unsaved draft is offered after a reload, and its search runs again', async () => {
  const { user, unmount } = openForm();
  await user.paste('https://elejemplo.es');
  expect(await screen.findByRole('checkbox', { name: 'Portada' })).toBeChecked();
  await fill(user, field('Name'), 'Mine');
  unmount();
  const reopened = openForm();
  expect(field('Name')).toHaveValue('');
  await reopened.user.click(await screen.findByRole('button', { name: /^Restore/ }));
  expect(await screen.findByRole('checkbox', { name: 'Portada' })).toBeChecked();
  expect(field('Name')).toHaveValue('Mine');
  expect(field('Homepage')).toHaveValue('https://elejemplo.es/');
});

test('a viewer sees an explanation instead of the form', () => {
  openForm(undefined, false);
  expect(screen.getByRole('heading', { name: 'You cannot add sources' })).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('pasted lines that are not addresses are listed and can be corrected', async () => {
  const { user } = openForm();
  await user.paste('elejemplo.es\nthe second newspaper\notro.es');
  const lines = await screen.findByRole('textbox', { name: '1 line was not recognized as an address' });
  expect(lines).toHaveValue('the second newspaper');
  await fill(user, lines, 'segundo.es');
  await user.click(screen.getByRole('button', { name: 'Add these lines' }));
  expect(await screen.findByRole('heading', { name: '3 addresses' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add these lines' })).toBeNull();
});
