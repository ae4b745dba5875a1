import type { Page } from '@playwright/test';
import { ADMIN } from './support/accounts';
import { expectAccessible } from './support/axe';
import { pasteAddress, lookupFinished, simulatedUrl } from './support/add-page';
import { expect as expectSoon, test } from './support/test';

// A person has so many searches at a time: fifty of them would make those of another journey wait for their place.
test.use({ account: ADMIN });
test.describe.configure({ mode: 'default' });

const addresses = (page: Page) => page.getByRole('region', { name: 'Addresses' });
const line = (page: Page, number: number) =>
  addresses(page)
    .getByRole('listitem')
    .nth(number - 1);
const name = (page: Page) => page.getByRole('textbox', { name: 'Name' });

/** Fifty rows on a busy machine: what takes long here takes long for fifty searches, not for a person. */
const expect = expectSoon.configure({ timeout: 30_000 });

/** Fifty searches, two at a time, on a machine that does other things as well. */
const ALL_SEARCHED_MS = 80_000;

test('fifty addresses: three are walked through, all others are saved at once', async ({ page, stack, api }) => {
  test.setTimeout(ALL_SEARCHED_MS + 120_000);
  const at = (host: string, path?: string) => simulatedUrl(stack.simulator.example, host, path);
  const [first, second, third, there, ...hosts] = stack.simulator.sites.filter((host) => /-1\d\d\.test$/.test(host));
  await api.createSource({ name: 'There Before', homepage_url: at(there!) });
  const pasted = [
    at(first!),
    at(second!),
    at(third!),
    at(first!, '/section/'), // the same outlet
    at('nowhere.test'), // dead
    at(there!),
    ...hosts.slice(0, 44).map((host) => at(host)),
  ];
  await pasteAddress(page, pasted.join('\n'));
  await expect(addresses(page)).toContainText('50 addresses');
  await expect(line(page, 4)).toContainText('Same outlet as line 1');
  await expect(line(page, 6)).toContainText('Already there');
  await expect(line(page, 6).getByRole('link', { name: 'There Before' })).toBeVisible();

  // To and fro: what was typed stays with its address.
  await expect(page.getByText('Address 1 of 50')).toBeVisible();
  await lookupFinished(page);
  await name(page).fill('My Own Name');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByText('Address 2 of 50')).toBeVisible();
  await expect(name(page)).not.toHaveValue('My Own Name');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(name(page)).toHaveValue('My Own Name');

  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(line(page, 1)).toContainText('Saved');
  await expect(page.getByText('Address 2 of 50')).toBeVisible();
  await lookupFinished(page);
  await page.getByRole('button', { name: 'Save and next' }).click();
  await expect(line(page, 2)).toContainText('Saved');
  await expect(page.getByText('Address 3 of 50')).toBeVisible();
  await page.getByRole('button', { name: 'Skip', exact: true }).click();
  await expect(line(page, 3)).toContainText('Skipped');
  // The outlet of line 1 is in the register now.
  await expect(line(page, 4).getByRole('link', { name: 'My Own Name' })).toBeVisible();

  const saveAll = addresses(page).getByRole('button', { name: 'Save all 44 that are ready' });
  await expect(saveAll).toBeVisible({ timeout: ALL_SEARCHED_MS });
  await expect(line(page, 5)).toContainText('There is no site with this name.');
  await saveAll.click();
  await expect(addresses(page)).toContainText('46 saved · 1 skipped · 0 ready · 3 to look at', { timeout: 30_000 });
  await expect(line(page, 50)).toContainText('Saved');

  // What is left is gone through, and then all is done.
  for (const left of [4, 5, 6]) {
    await expect(page.getByText(`Address ${left} of 50`)).toBeVisible();
    await page.getByRole('button', { name: 'Skip', exact: true }).click();
  }
  await expect(page.getByText('All is done: 46 addresses are saved, 4 skipped.')).toBeVisible();
  await page.getByRole('link', { name: 'To the sources' }).click();
  await expect(page).toHaveURL(/\/newssources$/);
});

test('a reload keeps the list and what was typed, and leaving it asks', async ({ page, stack }) => {
  const at = (host: string) => simulatedUrl(stack.simulator.example, host);
  await pasteAddress(page, [at('correio-020.test'), at('diario-017.test')].join(' '));
  await lookupFinished(page);
  await expectAccessible(page, 'several addresses');
  await name(page).fill('Mine');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('Address 1 of 2')).toBeVisible();
  await expect(name(page)).toHaveValue('Mine');
  await lookupFinished(page);
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
  await expect(page.getByRole('textbox', { name: 'Paste any address' })).toBeFocused();
  await expect(addresses(page)).toHaveCount(0);
});

test('more addresses than anybody goes through are better imported', async ({ page }) => {
  const many = Array.from({ length: 101 }, (_, n) => `https://many-${n}.nowhere.test/`);
  await pasteAddress(page, many.join('\n'));
  await expect(page.getByText('These are 101 addresses.')).toBeVisible();
  await expect(addresses(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Take the first 100' }).click();
  await expect(addresses(page)).toContainText('100 addresses');
});
