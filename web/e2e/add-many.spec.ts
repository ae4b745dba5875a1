import type { Page } from '@playwright/test';
import { ADMIN } from './support/accounts';
import { pasteAddress, discoveryFinished, simulatedUrl } from './support/add-page';
import { expectAccessible } from './support/axe';
import { expect as baseExpect, test } from './support/test';

// The API limits concurrent discoveries per account. Another account does not delay the other
// tests.
test.use({ account: ADMIN });
test.describe.configure({ mode: 'default' });

const addresses = (page: Page) => page.getByRole('region', { name: 'Addresses' });
const row = (page: Page, position: number) =>
  addresses(page)
    .getByRole('listitem')
    .nth(position - 1);
const name = (page: Page) => page.getByRole('textbox', { name: 'Name' });

/** A longer timeout, because fifty discoveries load the machine. */
const expect = baseExpect.configure({ timeout: 30_000 });

/** The time limit for fifty discoveries, two at a time, on a loaded machine. */
const ALL_SEARCHED_MS = 80_000;

test('of fifty addresses, three are reviewed one by one and the others are saved together', async ({
  page,
  stack,
  api,
}) => {
  test.setTimeout(ALL_SEARCHED_MS + 120_000);
  const at = (host: string, path?: string) => simulatedUrl(stack.simulator.example, host, path);
  const [first, second, third, registered, ...hosts] = stack.simulator.sites.filter((host) =>
    /-1\d\d\.test$/.test(host),
  );
  await api.createSource({ name: 'Existing Gazette', homepage_url: at(registered!) });
  const pasted = [
    at(first!),
    at(second!),
    at(third!),
    at(first!, '/section/'), // the same site
    at('nowhere.test'), // does not exist
    at(registered!),
    ...hosts.slice(0, 44).map((host) => at(host)),
  ];
  await pasteAddress(page, pasted.join('\n'));
  await expect(addresses(page)).toContainText('50 addresses');
  await expect(row(page, 4)).toContainText('Same site as address 1');
  await expect(row(page, 6)).toContainText('Source exists');
  await expect(row(page, 6).getByRole('link', { name: 'Existing Gazette' })).toBeVisible();

  // Edits stay with their address.
  await expect(page.getByText('Address 1 of 50')).toBeVisible();
  await discoveryFinished(page);
  await name(page).fill('My Own Name');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByText('Address 2 of 50')).toBeVisible();
  await expect(name(page)).not.toHaveValue('My Own Name');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(name(page)).toHaveValue('My Own Name');

  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(row(page, 1)).toContainText('Saved');
  await expect(page.getByText('Address 2 of 50')).toBeVisible();
  await discoveryFinished(page);
  await page.getByRole('button', { name: 'Save and open next' }).click();
  await expect(row(page, 2)).toContainText('Saved');
  await expect(page.getByText('Address 3 of 50')).toBeVisible();
  await page.getByRole('button', { name: 'Skip', exact: true }).click();
  await expect(row(page, 3)).toContainText('Skipped');
  // The site of address 1 has a source now.
  await expect(row(page, 4).getByRole('link', { name: 'My Own Name' })).toBeVisible();

  const saveAll = addresses(page).getByRole('button', { name: 'Save 44 ready sources' });
  await expect(saveAll).toBeVisible({ timeout: ALL_SEARCHED_MS });
  await expect(row(page, 5)).toContainText('This host name does not exist.');
  await saveAll.click();
  await expect(addresses(page)).toContainText('46 saved · 1 skipped · 0 ready · 3 to review', { timeout: 30_000 });
  await expect(row(page, 50)).toContainText('Saved');

  // The remaining addresses are skipped.
  for (const position of [4, 5, 6]) {
    await expect(page.getByText(`Address ${position} of 50`)).toBeVisible();
    await page.mouse.move(0, 0); // a second click at once would skip an address that was not seen, and is ignored
    await page.getByRole('button', { name: 'Skip', exact: true }).click();
  }
  await expect(page.getByText('All addresses are done: 46 saved, 4 skipped.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all sources' }).click();
  await expect(page).toHaveURL(/\/newssources$/);
});

test('a reload keeps the list and its edits, and leaving the page needs a confirmation', async ({ page, stack }) => {
  const at = (host: string) => simulatedUrl(stack.simulator.example, host);
  await pasteAddress(page, [at('correio-020.test'), at('diario-017.test')].join(' '));
  await discoveryFinished(page);
  await expectAccessible(page, 'several addresses');
  await name(page).fill('Mine');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('Address 1 of 2')).toBeVisible();
  await expect(name(page)).toHaveValue('Mine');
  await discoveryFinished(page);
  await expect(name(page)).toHaveValue('Mine');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(name(page)).toHaveValue('Diario 017');

  await page.getByRole('link', { name: 'Imports' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('link', { name: 'Imports' }).click();
  await dialog.getByRole('button', { name: 'Discard and leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Imports' })).toBeVisible();
  await page.goto('/newssources/new');
  await expect(page.getByRole('textbox', { name: 'Site or feed address' })).toBeFocused();
  await expect(addresses(page)).toHaveCount(0);
});

test('a list that is too long offers the import', async ({ page }) => {
  const many = Array.from({ length: 101 }, (_, n) => `https://many-${n}.nowhere.test/`);
  await pasteAddress(page, many.join('\n'));
  await expect(page.getByText('You pasted 101 addresses.')).toBeVisible();
  await expect(addresses(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Use the first 100' }).click();
  await expect(addresses(page)).toContainText('100 addresses');
});
