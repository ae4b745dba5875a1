import { EDITOR } from './support/accounts';
import { expect, test } from './support/test';

test.use({ account: EDITOR });

/** What the customer was promised: from paste to save. */
const PROMISE_MS = 30_000;

/** The address of another site of the simulated internet. */
function site(example: string, host: string, path = '/'): string {
  const address = new URL(path, example);
  address.hostname = host;
  return address.href;
}

test('from paste to a saved source by keyboard alone, in less than 30 seconds', async ({ page, stack }) => {
  await page.goto('/newssources/new');
  const began = Date.now();
  await expect(page.getByRole('textbox', { name: 'Paste any address' })).toBeFocused();
  await page.keyboard.insertText(stack.simulator.example);
  await page.keyboard.press('Enter');

  const feeds = page.getByRole('list', { name: 'Feeds' });
  await expect(feeds.getByRole('checkbox', { name: 'Portada' })).toBeChecked();
  await expect(feeds.getByRole('checkbox', { name: 'Deportes' })).toBeChecked();
  await expect(feeds.getByRole('checkbox', { name: 'Comentarios' })).not.toBeChecked();
  await expect(feeds.getByRole('listitem').last()).toContainText('Comentarios');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('El Ejemplo');
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Spain');
  await expect(page.getByRole('list', { name: 'The newest items' }).getByRole('listitem')).toHaveCount(10);

  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('heading', { level: 1, name: 'El Ejemplo' })).toBeVisible();
  expect(Date.now() - began).toBeLessThan(PROMISE_MS);
  await expect(page.getByRole('table', { name: 'Endpoints' })).toContainText('/rss/portada.xml');

  // Never twice: said while typing, and again in the proposal, where nothing that is gathered can be chosen.
  await page.goto('/newssources/new');
  await page.getByRole('textbox', { name: 'Paste any address' }).fill(stack.simulator.example);
  await expect(page.getByText('This outlet is already in the register:')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(feeds.getByRole('checkbox', { name: 'Portada' })).toBeDisabled();
  await expect(feeds).toContainText('already gathered for El Ejemplo');
});

test('what is wrong with a site is said in words', async ({ page, stack }) => {
  await page.goto('/newssources/new');
  const address = page.getByRole('textbox', { name: 'Paste any address' });
  for (const [host, words] of [
    ['status-410.test', 'gone for good'],
    ['challenge.test', 'wants to see a browser'],
    ['robots-forbid.test', 'robots.txt'],
    ['to-private-name.test', 'private or special network'],
    ['nowhere.test', 'no site with this name'],
  ] as const) {
    await address.fill(site(stack.simulator.example, host, '/feed'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'What was found' })).toContainText(words);
  }
});

test('several addresses are gone through one by one', async ({ page, stack }) => {
  const hosts = ['correio-020.test', 'diario-017.test'];
  await page.goto('/newssources/new');
  await expect(page.getByRole('textbox', { name: 'Paste any address' })).toBeFocused();
  await page.keyboard.insertText(hosts.map((host) => site(stack.simulator.example, host)).join(' '));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Address 1 of 2')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Correio 020');
  await expect(page.getByRole('list', { name: 'Feeds' }).getByRole('checkbox').first()).toBeChecked();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Address 2 of 2')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Diario 017');
  await page.getByRole('button', { name: 'Skip, and finish' }).click();
  await expect(page).toHaveURL(/\/newssources$/);
});
