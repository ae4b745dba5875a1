import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { json, problem } from '@/test/api';
import { fill } from '@/test/fill';
import { aSource, anEndpoint, anEvent } from '@/test/source';
import { openSourcePage, readChanges } from '../test-page';

const source = aSource();
const endpoint = anEndpoint();
const endpointsPath = `/newssources/${source.id}/endpoints`;
const endpointPath = `${endpointsPath}/${endpoint.id}`;

const rows = () =>
  within(screen.getByRole('table', { name: 'Endpoints' }))
    .getAllByRole('row')
    .slice(1);
const address = () => screen.getByRole('textbox', { name: 'Address' });

async function choose(user: ReturnType<typeof userEvent.setup>, action: string) {
  await user.click(screen.getByRole('button', { name: 'Actions for Portada' }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

test('badges mark an endpoint with reading settings or credentials', async () => {
  const changed = { charset: 'koi8-r', identity_policy: 'link_title' as const, has_credentials: true };
  const plain = anEndpoint({ id: '0191d3f0-0000-7000-8000-0000000000e2', name: 'Deportes' });
  await openSourcePage({ source: aSource({ endpoints: [anEndpoint(changed), plain] }) });
  const [first, second] = rows().map((row) => within(row).queryAllByRole('img'));
  expect(first?.map((badge) => badge.getAttribute('aria-label'))).toEqual([
    'Reading settings: encoding koi8-r, items identified by link and title',
    'Has credentials',
  ]);
  expect(second).toEqual([]);
});

describe('adding', () => {
  test('a new endpoint appears in the table', async () => {
    const user = userEvent.setup();
    const added = anEndpoint({
      id: '0191d3f0-0000-7000-8000-0000000000e2',
      name: 'Deportes',
      kind: 'atom',
      version: 1,
    });
    const all = aSource({ endpoints: [endpoint, added] });
    let reads = 0;
    const { sent } = await openSourcePage({
      handlers: {
        [`GET /newssources/${source.id}`]: () => json(reads++ === 0 ? source : all),
        [`POST ${endpointsPath}`]: () => json(added, { status: 201 }),
      },
    });
    await user.click(screen.getByRole('button', { name: 'Add an endpoint' }));
    await screen.findByRole('dialog', { name: 'Add an endpoint' });
    await fill(user, address(), 'https://elejemplo.es/atom.xml');
    await fill(user, screen.getByRole('textbox', { name: 'Name' }), 'Deportes');
    await user.click(screen.getByRole('button', { name: 'Add the endpoint' }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(await readChanges(sent)).toEqual([
      {
        call: 'POST /newssources/:id/endpoints',
        body: { url: 'https://elejemplo.es/atom.xml', kind: 'atom', name: 'Deportes' },
      },
    ]);
  });

  test('an error is shown at its field', async () => {
    const user = userEvent.setup();
    await openSourcePage({
      handlers: {
        [`POST ${endpointsPath}`]: () =>
          problem(422, 'invalid', { errors: [{ pointer: '/url', detail: 'Only http works.' }] }),
      },
    });
    await user.click(screen.getByRole('button', { name: 'Add an endpoint' }));
    await screen.findByRole('dialog');
    await user.click(screen.getByRole('button', { name: 'Add the endpoint' }));
    expect(await screen.findByText('Enter an address.')).toBeVisible();
    await fill(user, address(), 'javascript:alert(1)');
    await user.click(screen.getByRole('button', { name: 'Add the endpoint' }));
    expect(await screen.findByText('Only http works.')).toBeVisible();
    expect(address()).toHaveFocus();
  });

  test('an address of another source is refused with a link to it', async () => {
    const user = userEvent.setup();
    const existing = { id: '0191d3f0-0000-7000-8000-000000000009', name: 'El Otro' };
    await openSourcePage({
      handlers: {
        [`POST ${endpointsPath}`]: () =>
          problem(409, 'duplicate_endpoint', { detail: 'This address exists.', existing }),
      },
    });
    await user.click(screen.getByRole('button', { name: 'Add an endpoint' }));
    await screen.findByRole('dialog');
    await fill(user, address(), 'elejemplo.es/feed');
    await user.click(screen.getByRole('button', { name: 'Add the endpoint' }));
    expect(await screen.findByRole('link', { name: 'Open El Otro' })).toHaveAttribute(
      'href',
      `/newssources/${existing.id}`,
    );
    expect(address()).toHaveAccessibleDescription('This address exists. Open El Otro');
    expect(address()).toHaveFocus();
  });

  test('an address of this source is refused without a link', async () => {
    const user = userEvent.setup();
    const existing = { id: source.id, name: source.name };
    await openSourcePage({
      handlers: {
        [`POST ${endpointsPath}`]: () =>
          problem(409, 'duplicate_endpoint', { detail: 'This address exists.', existing }),
      },
    });
    await user.click(screen.getByRole('button', { name: 'Add an endpoint' }));
    await screen.findByRole('dialog');
    await fill(user, address(), 'elejemplo.es/feed');
    await user.click(screen.getByRole('button', { name: 'Add the endpoint' }));
    await waitFor(() => expect(address()).toHaveAccessibleDescription('This address exists.'));
    expect(screen.queryByRole('link', { name: /^Open/ })).toBeNull();
  });

  test('closing the panel with unsaved changes needs a confirmation', async () => {
    const user = userEvent.setup();
    await openSourcePage();
    await user.click(screen.getByRole('button', { name: 'Add an endpoint' }));
    await screen.findByRole('dialog');
    await fill(user, address(), 'x');
    await user.keyboard('{Escape}');
    expect(await screen.findByText('Your changes are not saved.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(address()).toHaveValue('x');
    expect(address()).toHaveFocus();
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('changing', () => {
  test('edit sends what changed, with the version of the endpoint', async () => {
    const user = userEvent.setup();
    const { sent } = await openSourcePage({
      handlers: { [`PATCH ${endpointPath}`]: () => json(anEndpoint({ version: 6, section: 'Portada' })) },
    });
    await choose(user, 'Edit');
    await screen.findByRole('dialog', { name: 'Edit the endpoint' });
    await user.clear(screen.getByRole('textbox', { name: 'Name' }));
    await fill(user, screen.getByRole('textbox', { name: 'Section' }), 'Portada');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await readChanges(sent)).toEqual([
      { call: 'PATCH /newssources/:id/endpoints/:id', ifMatch: '"5"', body: { name: null, section: 'Portada' } },
    ]);
  });

  test('a conflict lets the user choose a value', async () => {
    const user = userEvent.setup();
    const theirs = anEndpoint({ version: 8, name: 'Theirs', language: 'es' });
    let [reads, saves] = [0, 0];
    const { sent } = await openSourcePage({
      handlers: {
        [`GET /newssources/${source.id}`]: () => json(reads++ === 0 ? source : aSource({ endpoints: [theirs] })),
        [`PATCH ${endpointPath}`]: () =>
          saves++ === 0 ? problem(412, 'stale_version') : json(anEndpoint({ version: 9 })),
      },
    });
    await choose(user, 'Edit');
    await screen.findByRole('dialog');
    await fill(user, screen.getByRole('textbox', { name: 'Name' }), 'Mine');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('radio', { name: 'Yours Mine' })).toBeChecked();
    expect(screen.getByText('Language: empty → Spanish')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save my choice' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await readChanges(sent)).at(-1)).toMatchObject({ ifMatch: '"8"', body: { name: 'Mine' } });
  });

  test('retiring can be undone', async () => {
    const user = userEvent.setup();
    let version = 5;
    const { sent } = await openSourcePage({
      handlers: { [`PATCH ${endpointPath}`]: () => json(anEndpoint({ version: ++version })) },
    });
    await choose(user, 'Retire');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The endpoint is active.')).toBeVisible();
    expect(await readChanges(sent)).toMatchObject([
      { ifMatch: '"5"', body: { intent: 'retired' } },
      { ifMatch: '"6"', body: { intent: 'active' } },
    ]);
  });

  test('undoing a deletion adds the endpoint again', async () => {
    const user = userEvent.setup();
    let reads = 0;
    const { sent } = await openSourcePage({
      handlers: {
        [`GET /newssources/${source.id}`]: () => json(reads++ === 0 ? source : aSource({ endpoints: [] })),
        [`DELETE ${endpointPath}`]: () => new Response(null, { status: 204 }),
        [`POST ${endpointsPath}`]: () => json(anEndpoint({ version: 1 }), { status: 201 }),
      },
    });
    await choose(user, 'Delete');
    expect(await screen.findByRole('heading', { name: /No endpoints yet/ })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Endpoints' })).toHaveFocus();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The endpoint is restored.')).toBeVisible();
    expect(await readChanges(sent)).toEqual([
      { call: 'DELETE /newssources/:id/endpoints/:id', ifMatch: '"5"' },
      {
        call: 'POST /newssources/:id/endpoints',
        body: { url: endpoint.url, kind: 'rss', name: 'Portada' },
      },
    ]);
  });

  test('an archived source shows its endpoints without actions', async () => {
    await openSourcePage({ source: aSource({ lifecycle: 'archived' }) });
    expect(rows()).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /Actions|Add an endpoint/ })).toBeNull();
  });
});

test('"Find feeds" starts a discovery of the homepage on the Add page', async () => {
  const { sent } = await openSourcePage({
    handlers: {
      'GET /newssources/lookup': () => json({ valid: true }),
      'POST /newssources/discoveries': () =>
        new Response('{"type":"done","done":{"took_ms":1,"candidates":0,"partial":false}}\n'),
    },
  });
  await userEvent.click(screen.getByRole('link', { name: 'Find feeds' }));
  await waitFor(async () =>
    expect(await readChanges(sent)).toMatchObject([
      { call: 'POST /newssources/discoveries', body: { address: 'https://elejemplo.es/' } },
    ]),
  );
  expect(screen.getByRole('textbox', { name: /Site or feed address/ })).toHaveValue('https://elejemplo.es/');
});

test('a check is requested from the menu', async () => {
  const user = userEvent.setup();
  const { sent } = await openSourcePage({
    handlers: {
      [`POST ${endpointPath}/check`]: () =>
        json({ endpoints: 1, skipped: 0, from: new Date().toISOString(), paused: false }),
    },
  });
  await choose(user, 'Check now');
  expect(await screen.findByText('The check starts within seconds.')).toBeVisible();
  expect(sent.some(({ method, url }) => method === 'POST' && url.endsWith(`${endpointPath}/check`))).toBe(true);
});

test('a link opens the settings of the endpoint, and closing them removes it from the URL', async () => {
  const user = userEvent.setup();
  const { address: url } = await openSourcePage({ search: `?edit=${endpoint.id}` });
  expect(await screen.findByRole('dialog', { name: 'Edit the endpoint' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(url()).toBe(`/newssources/${source.id}`);
  await user.click(screen.getByRole('button', { name: 'Settings of Portada' }));
  expect(await screen.findByRole('dialog', { name: 'Edit the endpoint' })).toBeVisible();
});

test('the settings of an endpoint that a colleague deletes keep what was entered, to add it again', async () => {
  const user = userEvent.setup();
  let isDeleted = false;
  const event = anEvent({
    action: 'endpoint.deleted',
    actor: { ...anEvent().actor, name: 'Ben Editor' },
    target: { type: 'endpoint', id: endpoint.id, name: 'Portada' },
  });
  const { queryClient, sent } = await openSourcePage({
    search: `?edit=${endpoint.id}`,
    handlers: {
      [`GET /newssources/${source.id}`]: () => json(isDeleted ? aSource({ endpoints: [] }) : source),
      'GET /newssources/history': () => json({ items: [event] }),
      [`POST ${endpointsPath}`]: () => json(anEndpoint(), { status: 201 }),
    },
  });
  await screen.findByRole('dialog', { name: 'Edit the endpoint' });
  await fill(user, address(), 'https://elejemplo.es/entered');
  isDeleted = true;
  await queryClient.invalidateQueries({ queryKey: ['source', source.id] });
  expect(await screen.findByText(/Ben Editor deleted this endpoint/)).toHaveTextContent('What you entered is kept');
  expect(address()).toHaveValue('https://elejemplo.es/entered');
  await user.click(screen.getByRole('button', { name: 'Add the endpoint' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [added] = await readChanges(sent);
  expect(added).toMatchObject({
    call: 'POST /newssources/:id/endpoints',
    body: { url: 'https://elejemplo.es/entered' },
  });
});
