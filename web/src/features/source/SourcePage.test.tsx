import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { LIFECYCLE } from '@/entities/source/labels';
import { editor, json, problem, stubApi } from '@/test/api';
import { renderRoutes } from '@/test/render';
import { aSource } from '@/test/source';
import { Component as SourcePage } from './SourcePage';
import { openSourcePage, readChanges } from './test-page';

const viewer = { ...editor, role: 'viewer' as const, can_write: false };

describe('content', () => {
  test('shows the name, homepage, state, details and endpoints', async () => {
    await openSourcePage({ source: aSource({ display_domain: 'elejemplo.es', notes: 'Call first.', tags: [] }) });
    expect(screen.getByRole('heading', { level: 1, name: 'El Ejemplo' })).toBeVisible();
    const homepage = screen.getByRole('link', { name: /^elejemplo\.es \(opens/ });
    expect(homepage).toHaveAttribute('href', 'https://elejemplo.es/');
    expect(homepage).toHaveAttribute('rel', expect.stringContaining('noopener'));
    expect(await screen.findByText(/since 17 Nov/)).toBeVisible();
    expect(screen.getByText('Spain')).toBeVisible();
    expect(screen.getByText('Call first.')).toBeVisible();
    expect(screen.getByText(/^Region, Media type.*Tags/)).toBeVisible();
    const endpoints = within(screen.getByRole('table', { name: 'Endpoints' }));
    expect(endpoints.getByText('Portada')).toBeVisible();
    expect(endpoints.getByRole('link', { name: 'elejemplo.es/feed' })).toHaveAttribute(
      'href',
      'https://elejemplo.es/feed',
    );
  });

  test.each([
    [
      { lifecycle: 'paused' as const, paused_until: new Date(2099, 11, 3).toISOString(), pause_reason: 'Relaunch' },
      /until 3 Dec 2099: Relaunch/,
    ],
    [
      { lifecycle: 'paused' as const, paused_until: new Date(2020, 11, 3).toISOString() },
      /until 3 Dec 2020, which has passed/,
    ],
    [{ lifecycle: 'draft' as const }, /not checked yet; added/],
    [{ lifecycle: 'archived' as const, archived_at: new Date(2020, 11, 3).toISOString() }, /3 Dec 2020/],
  ])('describes the state %j', async (state, text) => {
    await openSourcePage({ source: aSource(state) });
    const badge = screen.getByText(LIFECYCLE[state.lifecycle]);
    await waitFor(() => expect(badge.parentElement).toHaveTextContent(text));
  });

  test('appears when all parts of the overview are loaded, to avoid layout shifts', async () => {
    const source = aSource();
    const path = `/newssources/${source.id}`;
    let respond: (response: Response) => void = () => undefined;
    const suggestions = new Promise<Response>((resolve) => (respond = resolve));
    const sent = stubApi({
      [`GET ${path}`]: () => json(source),
      [`GET ${path}/history`]: () => json({ items: [] }),
      'GET /newssources/suggestions': () => suggestions,
    });
    renderRoutes([{ path: '/newssources/:id/:tab?', element: <SourcePage /> }], { path });
    await waitFor(() => expect(sent.some(({ url }) => url.includes('/visit'))).toBe(true)); // the source is loaded
    expect(screen.getByText('Loading the source')).toBeInTheDocument();
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
    respond(json({ items: [] }));
    expect(await screen.findByRole('heading', { level: 1, name: 'El Ejemplo' })).toBeVisible();
    expect(screen.getByRole('table', { name: 'Endpoints' })).toBeVisible();
  });

  test('a part of the overview that cannot be loaded does not hide the others', async () => {
    await openSourcePage({ handlers: { 'GET /newssources/suggestions': () => problem(503, 'unavailable') } });
    expect(await screen.findByRole('table', { name: 'Endpoints' })).toBeVisible();
  });

  test('the button for a visit keeps its place while a visit is due', async () => {
    const visit = {
      source_id: aSource().id,
      source_name: '',
      homepage_url: '',
      attempts: 0,
      next_at: new Date().toISOString(),
    };
    await openSourcePage({ handlers: { [`GET /newssources/${aSource().id}/visit`]: () => json(visit) } });
    expect(await screen.findByRole('button', { name: 'Visit homepage' })).toBeDisabled();
    expect(screen.getByText(/will be visited/)).toBeVisible();
  });

  test('a source without endpoints explains them and offers to add one', async () => {
    await openSourcePage({ source: aSource({ endpoints: [] }) });
    expect(screen.getByRole('heading', { name: /No endpoints yet/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add an endpoint' })).toBeVisible();
  });
});

describe('permissions', () => {
  test('a viewer sees no actions', async () => {
    await openSourcePage({ member: viewer });
    expect(screen.getByRole('table', { name: 'Endpoints' })).toBeVisible();
    const labels = screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label'));
    expect(labels).toEqual(['Copy the address of Portada']);
    expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Fill in' })).toBeNull();
  });

  test('a link to the settings shows a viewer the overview', async () => {
    const { address, path } = await openSourcePage({ member: viewer, tab: '/settings' });
    await waitFor(() => expect(address()).toBe(path));
  });

  test('a viewer cannot add endpoints to a source without any', async () => {
    await openSourcePage({ member: viewer, source: aSource({ endpoints: [] }) });
    expect(screen.queryByRole('button')).toBeNull();
  });

  test.each([
    ['draft' as const, ['Start', 'Archive', 'Delete']],
    ['active' as const, ['Check now', 'Pause', 'Archive']],
    ['paused' as const, ['Resume', 'Archive']],
    ['archived' as const, ['Unarchive']],
  ])('the actions of a %s source', async (lifecycle, actions) => {
    await openSourcePage({ source: aSource({ lifecycle, endpoints: [] }) });
    const header = within(screen.getAllByRole('banner')[0] as HTMLElement);
    expect(header.getAllByRole('button').map((button) => button.textContent)).toEqual(actions);
  });
});

describe('actions', () => {
  test('archiving can be undone, using the version that archiving returned', async () => {
    const user = userEvent.setup();
    const source = aSource({ version: 3 });
    const archived = aSource({ version: 4, lifecycle: 'archived', archived_at: '2025-11-18T00:00:00Z' });
    const { sent } = await openSourcePage({
      source,
      handlers: {
        [`POST /newssources/${source.id}/archive`]: () => json(archived),
        [`POST /newssources/${source.id}/unarchive`]: () => json(aSource({ version: 5 })),
      },
    });
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    expect(await screen.findByRole('button', { name: 'Unarchive' })).toBeVisible();
    expect(screen.getByText('“El Ejemplo” is archived.')).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('“El Ejemplo” is unarchived.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Archive' })).toBeVisible();
    expect(await readChanges(sent)).toEqual([
      { call: 'POST /newssources/:id/archive', ifMatch: '"3"' },
      { call: 'POST /newssources/:id/unarchive', ifMatch: '"4"' },
    ]);
  });

  test('Undo works after navigating to another page', async () => {
    const user = userEvent.setup();
    const source = aSource();
    const { sent, router } = await openSourcePage({
      handlers: {
        [`POST /newssources/${source.id}/archive`]: () => json(aSource({ version: 4, lifecycle: 'archived' })),
        [`POST /newssources/${source.id}/unarchive`]: () => json(aSource({ version: 5 })),
      },
    });
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    await screen.findByText('“El Ejemplo” is archived.');
    await act(() => router.navigate('/newssources'));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('“El Ejemplo” is unarchived.')).toBeVisible();
    expect(await readChanges(sent)).toHaveLength(2);
  });

  test('after a change of state the focus moves to the first action', async () => {
    const user = userEvent.setup();
    const source = aSource({ lifecycle: 'paused' });
    await openSourcePage({
      source,
      handlers: { [`PATCH /newssources/${source.id}`]: () => json(aSource({ version: 4 })) },
    });
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('link', { name: 'Edit' })).toHaveFocus());
  });

  test('after a conflict, archiving is refused and the source is read again', async () => {
    const user = userEvent.setup();
    const source = aSource();
    let reads = 0;
    await openSourcePage({
      source,
      handlers: {
        [`GET /newssources/${source.id}`]: () =>
          json(reads++ === 0 ? source : aSource({ version: 4, name: 'El Nuevo' })),
        [`POST /newssources/${source.id}/archive`]: () =>
          problem(412, 'stale_version', { detail: 'Ben changed this.' }),
      },
    });
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('“El Ejemplo” was not archived')).toBeVisible();
    expect(screen.getByText('Ben changed this.')).toBeVisible();
    expect(await screen.findByRole('heading', { level: 1, name: 'El Nuevo' })).toBeVisible();
  });

  test('after a conflict, Resume sends the version that was read again', async () => {
    const user = userEvent.setup();
    const paused = aSource({ lifecycle: 'paused', version: 3 });
    let reads = 0;
    const { sent } = await openSourcePage({
      source: paused,
      handlers: {
        [`GET /newssources/${paused.id}`]: () =>
          json(reads++ === 0 ? paused : { ...paused, version: 4, name: 'El Nuevo' }),
        [`PATCH /newssources/${paused.id}`]: (request) =>
          request.headers.get('If-Match') === '"4"'
            ? json(aSource({ version: 5 }))
            : problem(412, 'stale_version', { detail: 'Ben changed this.' }),
      },
    });
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'El Nuevo' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(await screen.findByText('“El Nuevo” is resumed.')).toBeVisible();
    expect((await readChanges(sent)).map(({ ifMatch }) => ifMatch)).toEqual(['"3"', '"4"']);
  });

  test('a source is paused with a reason and without an end', async () => {
    const user = userEvent.setup();
    const source = aSource();
    const { sent } = await openSourcePage({
      source,
      handlers: {
        [`PATCH /newssources/${source.id}`]: () =>
          json(aSource({ version: 4, lifecycle: 'paused', pause_reason: 'Relaunch' })),
      },
    });
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    await user.type(await screen.findByLabelText('Reason'), ' Relaunch ');
    await user.click(screen.getByRole('button', { name: 'Pause this source' }));
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeVisible();
    expect(await readChanges(sent)).toEqual([
      { call: 'PATCH /newssources/:id', ifMatch: '"3"', body: { lifecycle: 'paused', pause_reason: 'Relaunch' } },
    ]);
  });

  test('deleting a draft needs a confirmation and returns to the list', async () => {
    const user = userEvent.setup();
    const source = aSource({ lifecycle: 'draft' });
    const { sent, address } = await openSourcePage({
      source,
      handlers: { [`DELETE /newssources/${source.id}`]: () => new Response(null, { status: 204 }) },
    });
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.getByRole('button', { name: 'Keep draft' })).toHaveFocus();
    expect(screen.getByText(/archiving can be undone/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep draft' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(screen.getByRole('button', { name: 'Delete permanently' }));
    await waitFor(() => expect(address()).toBe('/newssources'));
    expect(await readChanges(sent)).toEqual([{ call: 'DELETE /newssources/:id', ifMatch: '"3"' }]);
  });
});

test('a draft that a colleague deleted while it was edited is added again with the entered values', async () => {
  const user = userEvent.setup();
  const source = aSource({ lifecycle: 'draft' });
  const added = aSource({ id: '0191d3f0-0000-7000-8000-0000000000aa', lifecycle: 'draft', name: 'My name' });
  let isDeleted = false;
  const { queryClient, sent, address } = await openSourcePage({
    source,
    tab: '/settings',
    handlers: {
      [`GET /newssources/${source.id}`]: () => (isDeleted ? problem(404, 'not_found') : json(source)),
      [`GET /newssources/${added.id}`]: () => json(added),
      [`GET /newssources/${added.id}/history`]: () => json({ items: [] }),
      'POST /newssources': () => json(added, { status: 201 }),
      'GET /newssources/history': () => json({ items: [] }),
    },
  });
  const field = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(field);
  await user.type(field, 'My name');
  isDeleted = true;
  await queryClient.invalidateQueries();
  expect(await screen.findByText(/What you entered is kept/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('My name');
  await user.click(screen.getByRole('button', { name: 'Add the source again' }));
  await waitFor(() => expect(address()).toBe(`/newssources/${added.id}`));
  const { url, kind } = source.endpoints[0]!;
  expect(await readChanges(sent)).toEqual([
    expect.objectContaining({
      call: 'POST /newssources',
      body: expect.objectContaining({
        name: 'My name',
        lifecycle: 'draft',
        endpoints: [expect.objectContaining({ url, kind })],
      }) as unknown,
    }),
  ]);
});

describe('loading errors', () => {
  test('an unknown id shows "Source not found" and a link to the list', async () => {
    const source = aSource();
    await openSourcePage({
      handlers: {
        [`GET /newssources/${source.id}`]: () => problem(404, 'not_found'),
        'GET /newssources/history': () => json({ items: [] }), // the history has no deletion of it
      },
    });
    expect(await screen.findByRole('heading', { name: 'Source not found' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Restore the source' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to the sources' })).toHaveAttribute('href', '/newssources');
  });

  test('an outage is reported after the first failed attempt', async () => {
    const path = `GET /newssources/${aSource().id}`;
    await openSourcePage({ handlers: { [path]: () => problem(503, 'unavailable', {}, { 'Retry-After': '8' }) } });
    // The retries take much longer than the time limit of this assertion.
    expect(await screen.findByText('This source could not be loaded', {}, { timeout: 5_000 })).toBeVisible();
  });

  test('a failed request can be retried', async () => {
    const user = userEvent.setup();
    const source = aSource();
    let reads = 0;
    const respond = () => (reads++ === 0 ? problem(500, 'internal', { detail: 'Logged.' }) : json(source));
    await openSourcePage({ handlers: { [`GET /newssources/${source.id}`]: respond } });
    expect(await screen.findByText('This source could not be loaded')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'El Ejemplo' })).toBeVisible();
  });

  test('a failed refresh keeps the data and shows a note', async () => {
    const source = aSource();
    let reads = 0;
    const { queryClient } = await openSourcePage({
      handlers: { [`GET /newssources/${source.id}`]: () => (reads++ === 0 ? json(source) : problem(500, 'internal')) },
    });
    await queryClient.invalidateQueries();
    expect(await screen.findByText(/^Data as of/)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'El Ejemplo' })).toBeVisible();
  });
});
