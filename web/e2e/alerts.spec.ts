import type { Page } from '@playwright/test';
import { EDITOR } from './support/accounts';
import { expectAccessible } from './support/axe';
import { postToSite } from './support/simulator';
import type { Stack } from './support/stack';
import { expect, test } from './support/test';
import { uniqueSource, uniqueWord } from './support/unique';

const REFUSED = /status of 422/;

test.use({ account: EDITOR });

interface Mail {
  subject: string;
  to: string[];
  text: string;
}

interface Received {
  header: Record<string, string[]>;
  body: string;
}

async function readInbox<T>({ inbox }: Stack, file: string): Promise<T[]> {
  return (await (await fetch(`${inbox.page}/${file}`)).json()) as T[];
}

async function addTag(page: Page, label: string, value: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(value);
  await page.getByRole('combobox', { name: label }).press('Enter');
}

test('a rule reports a broken source and its recovery by e-mail and webhook', async ({
  page,
  api,
  stack,
  allowedConsoleErrors,
}) => {
  allowedConsoleErrors.push(REFUSED);
  const word = uniqueWord();
  const address = new URL('/feed', stack.simulator.example);
  address.hostname = 'switch.test';
  address.searchParams.set('journey', word);
  const source = await api.createSource(
    uniqueSource(word, { lifecycle: 'active', tags: [word], endpoints: [{ url: address.href, kind: 'rss' }] }),
  );
  const email = `${word}@example.org`;
  const mails = async () => (await readInbox<Mail>(stack, 'mails.json')).filter((mail) => mail.to.includes(email));
  const webhooks = async () =>
    (await readInbox<Received>(stack, 'webhooks.json')).filter((webhook) => webhook.body.includes(word));
  const checkNow = () => api.request('POST', `/${source.id}/check`);

  await page.goto('/newssources');
  await page.getByRole('link', { name: 'Alerts' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(`Pager ${word}`);
  await dialog.getByLabel('Address').fill('http://192.168.0.1/hook');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByText(/IP addresses/)).toBeVisible();
  await dialog.getByLabel('Address').fill(stack.inbox.webhook);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByTestId('webhook-secret')).toHaveText(/^whsec_/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: `Edit Pager ${word}` }).click();
  await dialog.getByLabel('Address').fill('http://192.168.0.1/hook');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText(/IP addresses/)).toBeVisible();
  await dialog.getByLabel('Address').fill(stack.inbox.webhook);
  await dialog.getByLabel('Name').fill(`Desk ${word}`);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(`“Desk ${word}” is saved.`)).toBeVisible();
  await page.getByRole('button', { name: `New secret for Desk ${word}` }).click();
  await expect(dialog.getByText(/For 24 hours, messages are signed with the current secret/)).toBeVisible();
  await expectAccessible(page, 'confirmation of a new secret');
  await dialog.getByRole('button', { name: 'Create new secret' }).click();
  await expect(dialog.getByTestId('webhook-secret')).toHaveText(/^whsec_/);
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('link', { name: 'Create rule' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill(`Rule ${word}`);
  await page.getByRole('checkbox', { name: 'Failed recently' }).check();
  await page.getByLabel('Minimum duration of the state').selectOption('None');
  await addTag(page, 'Tags', word);
  await page.getByRole('combobox', { name: 'Webhooks' }).press('ArrowDown'); // the pills cover the input
  await page.getByRole('option', { name: `Desk ${word}` }).click();
  await page.keyboard.press('Escape');
  await addTag(page, 'E-mail addresses', 'not an address');
  await page.getByRole('button', { name: 'Create rule' }).click();
  await expect(page.getByText(/is not an e-mail address/)).toBeVisible();
  for (let i = 0; i < 3; i++) await page.getByRole('combobox', { name: 'E-mail addresses' }).press('Backspace');
  await addTag(page, 'E-mail addresses', email);
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('of 1 checked source match now');
  await expectAccessible(page, 'form of an alert rule');
  await page.getByRole('button', { name: 'Create rule' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Rule ${word}` })).toBeVisible();

  await page.getByRole('button', { name: 'Send a test' }).click();
  const log = page.getByRole('table', { name: 'Deliveries' });
  await expect(log.getByText('Sent', { exact: true })).toHaveCount(2, { timeout: 40_000 });
  await expect(log).toContainText(`Desk ${word}`);
  expect((await mails())[0]?.subject).toBe(`Test of the alert rule “Rule ${word}”`);

  await postToSite(address);
  await checkNow();
  await expect.poll(async () => (await mails()).length, { timeout: 60_000 }).toBe(2);
  await expect.poll(async () => (await webhooks()).length).toBe(2);
  const [, alert] = await mails();
  expect(alert?.subject).toBe(`Gazette ${word}: failed recently – Rule ${word}`);
  expect(alert?.text).toContain(`${stack.app}/newssources/${source.id}`);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Firing now' })).toContainText(`Gazette ${word}`);

  await postToSite(address);
  await checkNow();
  await expect.poll(async () => (await mails()).length, { timeout: 60_000 }).toBe(3);
  await expect.poll(async () => (await webhooks()).length).toBe(3);
  expect((await mails())[2]?.subject).toBe(`Recovered: Gazette ${word} – Rule ${word}`);
  expect((await webhooks())[2]?.header['Webhook-Signature']?.[0]).toMatch(/^v1,\S+ v1,\S+$/); // both secrets
  await page.reload();
  await expect(log.getByText(`Recovered: Gazette ${word}`).first()).toBeVisible();
  await expect(log.getByText('Sent', { exact: true })).toHaveCount(6);
  const history = page.getByRole('region', { name: 'Alerts of the last 90 days' });
  await expect(history).toContainText(`Gazette ${word}`);
  await expect(history.getByRole('link', { name: '4 messages' })).toHaveAttribute('href', '#deliveries', {
    timeout: 30_000,
  });
  await log.getByRole('button', { name: /^Send “Recovered: .* to .*@.* again/ }).click();
  await expect.poll(async () => (await mails()).length, { timeout: 40_000 }).toBe(4);
  await expectAccessible(page, 'page of an alert rule');

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete rule' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible();
});
