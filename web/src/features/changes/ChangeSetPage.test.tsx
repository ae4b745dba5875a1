import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ChangeComment, ChangeItem, ChangeSet } from '@/api/gen/types.gen';
import { editor, json, stubApi } from '@/test/api';
import { aChangeItem, aProposal } from '@/test/change-set';
import { renderPage } from '@/test/render';
import { Component as ChangeSetPage } from './ChangeSetPage';

/** Opens the page of a proposal, which becomes `rebased` when it is rebased. */
function openProposal(
  proposal: ChangeSet,
  items: ChangeItem[],
  rebased?: { proposal: ChangeSet; items: ChangeItem[] },
) {
  const path = `/newssources/change-sets/${proposal.id}`;
  const approvals: unknown[] = [];
  const comments: ChangeComment[] = [];
  const files: unknown[] = [];
  let shown = { proposal, items };
  stubApi({
    'GET /newssources/change-sets': () => json({ items: [] }),
    [`GET ${path}`]: () => json(shown.proposal),
    [`GET ${path}/comments`]: () => json({ items: comments }),
    [`POST ${path}/comments`]: async (request) => {
      const { body } = (await request.json()) as { body: string };
      const comment = { id: body, created_at: '2026-11-25T12:05:00Z', author: editor, body };
      comments.push(comment);
      return json(comment, { status: 201 });
    },
    [`GET ${path}/items`]: () => json({ items: shown.items }),
    [`POST ${path}/preview`]: () => json((shown = rebased!).proposal),
    [`POST ${path}/approve`]: async (request) => {
      approvals.push(await request.json());
      return json({ ...shown.proposal, state: 'applying' }, { status: 202 });
    },
    [`GET ${path}/items/export`]: (request) => {
      files.push(new URL(request.url).search);
      return new Response('file');
    },
    'POST /newssources/export': async (request) => {
      files.push(await request.json());
      return new Response('file');
    },
  });
  renderPage(<ChangeSetPage />, {
    pattern: '/newssources/changes/:id',
    path: `/newssources/changes/${proposal.id}`,
  });
  return { user: userEvent.setup(), approvals, files };
}

const select = (number: number) => screen.findByRole('checkbox', { name: `Select Source ${number}` });

test('the numbers of selected items are sent, also if all are selected', async () => {
  const { user, approvals } = openProposal(aProposal(), [aChangeItem(1), aChangeItem(2)]);
  await user.click(await select(1));
  await user.click(await select(2));
  await user.click(screen.getByRole('button', { name: 'Approve 2 sources' }));
  await waitFor(() => expect(approvals).toEqual([{ generation: 1, expected: 2, items: [1, 2] }]));
});

test('a rebase ends the selection', async () => {
  const rebased = {
    proposal: aProposal({
      generation: 2,
      counts: { total: 2, pending: 1, changed: 0, unchanged: 0, conflict: 1, refused: 0 },
    }),
    items: [aChangeItem(1, { result: 'conflict' }), aChangeItem(2)],
  };
  const { user, approvals } = openProposal(aProposal({ stale: 1 }), [aChangeItem(1), aChangeItem(2)], rebased);
  await user.click(await select(1));
  expect(screen.getByRole('button', { name: 'Approve 1 selected, reject the others' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Rebase on current values' }));
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select Source 1' })).toBeNull());
  expect(await select(2)).not.toBeChecked();
  await user.click(await select(2));
  await user.click(screen.getByRole('button', { name: 'Approve 1 source' }));
  await waitFor(() => expect(approvals).toEqual([{ generation: 2, expected: 2, items: [2] }]));
});

test('the deletion of many sources is approved after their number is typed', async () => {
  const { user, approvals } = openProposal(
    aProposal({
      operations: [{ field: 'lifecycle', action: 'delete' }],
      confirmation: 120,
      counts: { total: 120, pending: 120, changed: 0, unchanged: 0, conflict: 0, refused: 0 },
    }),
    [aChangeItem(1)],
  );
  const approve = await screen.findByRole('button', { name: 'Approve 120 sources' });
  expect(approve).toBeDisabled();
  await user.type(screen.getByRole('textbox', { name: 'Type 120 to confirm' }), '120');
  await user.click(approve);
  await waitFor(() => expect(approvals).toEqual([{ generation: 1, expected: 120, confirm: 120 }]));
});

test('a comment is added once and shown', async () => {
  const { user } = openProposal(aProposal(), [aChangeItem(1)]);
  expect(await screen.findByText('No comments yet.')).toBeVisible();
  const add = screen.getByRole('button', { name: 'Add comment' });
  expect(add).toBeDisabled();
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Why?{Enter}It moved.');
  await user.click(add);
  const list = await screen.findByRole('list', { name: 'Comments, oldest first' });
  expect(list).toHaveTextContent('Why? It moved.');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue(''));
  expect(add).toBeDisabled();
});

test.each([
  {
    state: 'applied_in_part' as const,
    refused: 2,
    unchanged: 0,
    badge: 'Not applied',
    text: /^Nothing was changed, skipped 2/,
  },
  {
    state: 'applied' as const,
    refused: 0,
    unchanged: 2,
    badge: 'Nothing changed',
    text: /^Nothing was changed, 2 had/,
  },
])('a change that has changed nothing is shown as $badge', async ({ state, badge, text, ...counts }) => {
  openProposal(aProposal({ state, counts: { total: 2, pending: 0, changed: 0, conflict: 0, ...counts } }), []);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByText(badge)).toBeVisible();
  expect(screen.queryByText(/^Applied/)).toBeNull();
});

test('the items and the sources of a change are downloaded in a chosen format', async () => {
  const { user, files } = openProposal(aProposal(), [aChangeItem(1)]);
  await user.click(await screen.findByRole('button', { name: 'Download items' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }));
  await waitFor(() => expect(files).toEqual(['?format=xlsx']));
  await user.click(screen.getByRole('button', { name: 'Export sources' }));
  await user.click(await screen.findByRole('radio', { name: 'OPML' }));
  await user.click(screen.getByRole('button', { name: 'Export the sources of this change' }));
  await waitFor(() => expect(files).toHaveLength(2));
  expect(files[1]).toEqual({
    selection: { change_set_id: aProposal().id },
    format: 'opml',
    forbidden: 'mark',
  });
});
