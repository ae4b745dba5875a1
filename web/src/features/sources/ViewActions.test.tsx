import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { SavedView } from '@/api/gen/types.gen';
import { editor, json, stubApi } from '@/test/api';
import { contributor } from '@/test/change-set';
import { renderPage } from '@/test/render';
import { parseSearch } from './sources.schema';
import { ViewActions } from './ViewActions';

const view: SavedView = {
  id: '01938f00-0000-7000-8000-0000000000f1',
  version: 1,
  name: 'Spain',
  filter: { country: ['ES'] },
  sharing: 'members',
  editable_by: 'owner',
  owner: { id: '01938f00-0000-7000-8000-0000000000f2', name: 'Alex Editor', is_removed: false },
  can_change: false,
  created_at: '2026-11-25T12:00:00Z',
  updated_at: '2026-11-25T12:00:00Z',
};

test('the form of a view, which is loaded when it is opened, begins with the name', async () => {
  stubApi({ 'GET /newssources/views': () => json({ items: [] }) });
  const search = parseSearch(new URLSearchParams('country=ES'));
  const saved = parseSearch(new URLSearchParams());
  renderPage(<ViewActions search={search} open={{ view: undefined, saved, isPending: false, missingId: undefined }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Save view' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus());
});

test('a contributor can propose a change of all sources of a view', async () => {
  stubApi({});
  const search = parseSearch(new URLSearchParams('country=ES'));
  renderPage(<ViewActions search={search} open={{ view, saved: search, isPending: false, missingId: undefined }} />, {
    member: contributor,
  });
  await userEvent.click(screen.getByRole('button', { name: 'View settings' }));
  expect(await screen.findByRole('menuitem', { name: 'Change all of this view …' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Create alert rule for this view' })).toBeNull();
});

test('the owner of a view creates an address, which is shown once, and revokes it after a confirmation', async () => {
  const user = userEvent.setup();
  const own = { ...view, owner: { ...view.owner, id: editor.id } };
  const path = `/newssources/views/${view.id}/addresses`;
  const address = { id: 'a1', format: 'csv', forbidden: 'omit', hint: 'nsl_4f', created_at: '2026-11-25T12:00:00Z' };
  let addresses: unknown[] = [];
  const bodies: unknown[] = [];
  stubApi({
    'GET /newssources/views': () => json({ items: [own] }),
    [`GET ${path}`]: () => json({ items: addresses }),
    [`POST ${path}`]: async (request) => {
      bodies.push(await request.json());
      addresses = [address];
      return json({ address, path: '/newssources/lists/a1?key=secret' }, { status: 201 });
    },
    [`DELETE ${path}/a1`]: () => {
      addresses = [];
      return new Response(null, { status: 204 });
    },
  });
  const search = parseSearch(new URLSearchParams('country=ES'));
  const open = { view: own, saved: search, isPending: false, missingId: undefined };
  renderPage(<ViewActions search={search} open={open} />);
  await user.click(screen.getByRole('button', { name: 'View settings' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Addresses for programs …' }));
  expect(await screen.findByText('This view has no address yet.')).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'Format' }));
  await user.click(await screen.findByRole('option', { name: /CSV/ }));
  await user.click(screen.getByRole('button', { name: 'Create address' }));
  expect(await screen.findByTestId('view-address')).toHaveTextContent('/newssources/lists/a1?key=secret');
  expect(bodies).toEqual([{ format: 'csv', forbidden: 'omit' }]);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await user.click(await screen.findByRole('button', { name: 'Revoke CSV nsl_4f…' }));
  await user.click(await screen.findByRole('button', { name: 'Revoke address' }));
  expect(await screen.findByText('This view has no address yet.')).toBeVisible();
  expect(screen.queryByTestId('view-address')).toBeNull();
});
