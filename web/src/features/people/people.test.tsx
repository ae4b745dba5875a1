import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ApiToken, Invitation } from '@/api/gen/types.gen';
import { editor, json, problem, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
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
