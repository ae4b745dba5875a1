import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { SavedView } from '@/api/gen/types.gen';
import { json, stubApi } from '@/test/api';
import { contributor } from '@/test/change-set';
import { renderPage } from '@/test/render';
import { parseSearch } from './sources.schema';
import { ViewActions } from './ViewActions';

test('the form of a view, which is loaded when it is opened, begins with the name', async () => {
  stubApi({ 'GET /newssources/views': () => json({ items: [] }) });
  const search = parseSearch(new URLSearchParams('country=ES'));
  const saved = parseSearch(new URLSearchParams());
  renderPage(<ViewActions search={search} open={{ view: undefined, saved, isPending: false, missingId: undefined }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Save view' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus());
});

test('a contributor can propose a change of all sources of a view', async () => {
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
  stubApi({});
  const search = parseSearch(new URLSearchParams('country=ES'));
  renderPage(<ViewActions search={search} open={{ view, saved: search, isPending: false, missingId: undefined }} />, {
    member: contributor,
  });
  await userEvent.click(screen.getByRole('button', { name: 'View settings' }));
  expect(await screen.findByRole('menuitem', { name: 'Change all of this view …' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Create alert rule for this view' })).toBeNull();
});
