import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { WorkChange } from '@/api/gen/types.gen';
import { editor, json, stubApi } from '@/test/api';
import { renderRoutes } from '@/test/render';
import { open, row, viewer, work } from './test-work';
import { Component as WorkPage } from './WorkPage';

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
