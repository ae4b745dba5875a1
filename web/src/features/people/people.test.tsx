import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ApiToken, ApprovalRule, ApprovalRuleInput, Invitation } from '@/api/gen/types.gen';
import { editor, json, problem, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { Approvals } from './ApprovalRuleForm';
import { Invitations } from './Invitations';
import { Component as TokensPage } from './TokensPage';

const invitation: Invitation = {
  id: '0192aaaa-0000-7000-8000-000000000001',
  kind: 'domain',
  value: 'example.org',
  role: 'editor',
  people: 2,
  configured: false,
};

const token: ApiToken = {
  id: '0192bbbb-0000-7000-8000-000000000001',
  owner: { id: editor.id, email: editor.email, name: editor.name },
  name: 'Export',
  scopes: ['read'],
  hint: 'nst_ab',
  created_at: '2026-01-01T00:00:00Z',
  expires_at: '2099-01-01T00:00:00Z',
};

test('Undo restores a withdrawn invitation with its role', async () => {
  let items = [invitation];
  const sent = stubApi({
    'GET /newssources/invitations': () => json({ items }),
    [`DELETE /newssources/invitations/${invitation.id}`]: () => {
      items = [];
      return new Response(null, { status: 204 });
    },
    'POST /newssources/invitations': () => {
      items = [invitation];
      return json(invitation, { status: 201 });
    },
  });
  renderPage(<Invitations />);
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw the invitation of example.org' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  const invited = () => sent.find(({ method }) => method === 'POST');
  await waitFor(() => expect(invited()).toBeDefined());
  expect(await invited()!.json()).toEqual({ domain: 'example.org', role: 'editor' });
  expect(await screen.findByRole('button', { name: 'Withdraw the invitation of example.org' })).toBeVisible();
});

async function openRevokeDialog(revoke: () => Response) {
  let tokens = [token];
  const sent = stubApi({
    'GET /newssources/tokens': () => json({ items: tokens }),
    [`DELETE /newssources/tokens/${token.id}`]: () => {
      const answer = revoke();
      if (answer.ok) tokens = [{ ...token, revoked_at: '2026-02-01T00:00:00Z' }];
      return answer;
    },
  });
  renderPage(<TokensPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke the token Export' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke token' }));
  return sent;
}

test('a revoked token is shown as revoked', async () => {
  const sent = await openRevokeDialog(() => new Response(null, { status: 204 }));
  expect(await screen.findByText('“Export” is revoked.')).toBeVisible();
  expect(await screen.findByText('Revoked')).toBeVisible();
  expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('a revocation that failed is reported, and the token stays valid', async () => {
  await openRevokeDialog(() => problem(503, 'database_unavailable', { detail: 'Nothing was changed.' }));
  expect(await screen.findByText('Nothing was changed.')).toBeVisible();
  expect(screen.queryByText('Revoked')).toBeNull();
  expect(screen.getByText('Valid')).toBeInTheDocument();
});

test('an administrator sets and ends the approval of changes', async () => {
  let rule: ApprovalRule = { tier_1: false, version: 1 };
  const sent = stubApi({
    'GET /newssources/approval-rule': () => json(rule),
    'PUT /newssources/approval-rule': async (request) => {
      rule = { ...((await request.json()) as ApprovalRuleInput), version: rule.version + 1 };
      return json(rule);
    },
  });
  renderPage(<Approvals />);
  const above = await screen.findByRole('spinbutton', { name: 'Approval above this number of items' });
  const save = screen.getByRole('button', { name: 'Save rule' });
  expect(save).toBeDisabled();
  await userEvent.type(above, '500');
  await userEvent.click(screen.getByRole('switch', { name: 'Approval for changes of tier 1 sources' }));
  await userEvent.click(save);
  await waitFor(() => expect(rule).toEqual({ above: 500, tier_1: true, version: 2 }));
  await userEvent.clear(above);
  await userEvent.click(save);
  await waitFor(() => expect(rule).toEqual({ tier_1: true, version: 3 }));
  const puts = sent.filter(({ method }) => method === 'PUT');
  expect(puts.map(({ headers }) => headers.get('If-Match'))).toEqual(['"1"', '"2"']);
});
