import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Webhook, WebhookInput } from '@/api/gen/types.gen';
import { json, problem, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { Webhooks } from './Webhooks';

const ID = '0191d3f0-0000-7000-8000-000000000001';
const webhook: Webhook = {
  id: ID,
  version: 3,
  name: 'Pager',
  url: 'https://receiver.example/hook',
  hint: 'abc=',
  rules: 1,
  subscriptions: 0,
  created_at: '2025-11-17T09:12:00Z',
  updated_at: '2025-11-17T09:12:00Z',
};

function open(handlers: Parameters<typeof stubApi>[0], list: () => Webhook[] = () => [webhook]) {
  const sent = stubApi({ 'GET /newssources/webhooks': () => json({ items: list() }), ...handlers });
  renderPage(<Webhooks />);
  return sent;
}

/** Returns the changes that were sent, with the versions that they are based on. */
async function changesOf(sent: Request[]): Promise<[string | null, WebhookInput][]> {
  const puts = sent.filter(({ method }) => method === 'PUT');
  return Promise.all(
    puts.map(async (each) => [each.headers.get('If-Match'), (await each.clone().json()) as WebhookInput]),
  );
}

test('a webhook is edited; a refused address is explained at its field', async () => {
  let saved = webhook;
  const sent = open(
    {
      [`PUT /newssources/webhooks/${ID}`]: async (request) => {
        const input = (await request.json()) as WebhookInput;
        if (input.url.includes('10.0.0.1')) {
          const errors = [{ pointer: '/url', code: 'not_public', detail: 'IP addresses are not allowed.' }];
          return problem(422, 'invalid', { errors });
        }
        saved = { ...webhook, ...input, version: 4 };
        return json(saved);
      },
    },
    () => [saved],
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Pager' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit the webhook' }));
  const address = dialog.getByRole('textbox', { name: 'Address' });
  expect(address).toHaveValue(webhook.url);
  await userEvent.clear(address);
  await userEvent.type(address, 'http://10.0.0.1/{Enter}');
  expect(await dialog.findByText('IP addresses are not allowed.')).toBeVisible();
  await waitFor(() => expect(address).toHaveFocus());
  await userEvent.clear(address);
  await userEvent.type(address, 'https://other.example/');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), ' of the desk{Enter}');
  expect(await screen.findByText('“Pager of the desk” is saved.')).toBeVisible();
  expect(await screen.findByText('https://other.example/')).toBeVisible();
  expect((await changesOf(sent)).at(-1)).toEqual(['"3"', { name: 'Pager of the desk', url: 'https://other.example/' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a change of another member is shown and merged before the next save', async () => {
  let saved = webhook;
  const sent = open(
    {
      [`PUT /newssources/webhooks/${ID}`]: async (request) => {
        if (request.headers.get('If-Match') !== '"4"') {
          saved = { ...webhook, version: 4, url: 'https://theirs.example/' };
          return problem(412, 'stale_version', { detail: 'Another member has changed this webhook.' });
        }
        saved = { ...saved, ...((await request.json()) as WebhookInput), version: 5 };
        return json(saved);
      },
    },
    () => [saved],
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Pager' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), ' 2{Enter}');
  expect(await dialog.findByText('Another member saved changes while you were editing')).toBeVisible();
  expect(dialog.getByText('Address: https://receiver.example/hook → https://theirs.example/')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Save my choice' }));
  expect(await screen.findByText('“Pager 2” is saved.')).toBeVisible();
  expect((await changesOf(sent)).map(([version]) => version)).toEqual(['"3"', '"4"']);
  expect(saved).toMatchObject({ name: 'Pager 2', url: 'https://theirs.example/' });
});

test('a new secret is created after a confirmation, which explains what happens to earlier secrets', async () => {
  const rotated = { webhook: { ...webhook, version: 4, hint: 'xyz=' }, secret: 'whsec_new' };
  const sent = open({ [`POST /newssources/webhooks/${ID}/secret`]: () => json(rotated) }, () => [
    { ...webhook, previous_until: '2099-11-18T09:12:00Z' },
  ]);
  const button = await screen.findByRole('button', { name: 'New secret for Pager' });
  await userEvent.click(button);
  let dialog = within(await screen.findByRole('dialog', { name: 'New secret for “Pager”' }));
  expect(dialog.getByText(/For 24 hours, messages are signed with the current secret \(…abc=\)/)).toBeVisible();
  expect(dialog.getByText(/A new secret ends this at once/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);

  await userEvent.click(button);
  dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Create new secret' }));
  expect(await dialog.findByText('whsec_new')).toBeVisible();
  await userEvent.keyboard('{Escape}'); // would lose the secret, which is not shown again
  expect(dialog.getByText('whsec_new')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  await userEvent.click(button);
  expect(await screen.findByRole('button', { name: 'Create new secret' })).toBeVisible();
  expect(screen.queryByText('whsec_new')).toBeNull();
});
