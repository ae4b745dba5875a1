import type { Page } from '@playwright/test';
import { ADMIN } from './support/accounts';
import { dropFiles, importWithoutReview } from './support/drop-files';
import { expect, test } from './support/test';

test.use({ account: ADMIN });

/** Ordinary outlets of the simulator that no other test uses. */
const HOSTS = ['tagesbote-248.test', 'diario-249.test', 'gazette-250.test'];

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Details of sources' }).getByRole('row');

test('an imported list gets suggestions, which are accepted and dismissed', async ({ page, api, stack }) => {
  test.setTimeout(120_000);
  const { port } = new URL(stack.simulator.example);
  const outlines = HOSTS.map((host) => `<outline xmlUrl="http://${host}:${port}/feed/0.xml"/>`).join('');

  await test.step('import the list and wait for the visits', async () => {
    await page.goto('/newssources/imports');
    await importWithoutReview(page);
    await dropFiles(page, [{ name: 'outlets.opml', content: `<opml><body>${outlines}</body></opml>` }]);
    await expect(page).toHaveURL(/\/imports\/[\da-f-]{36}$/);
    await expect(page.getByRole('link', { name: '3 sources have suggestions' })).toBeVisible({ timeout: 60_000 });
  });

  await page.getByRole('link', { name: '3 sources have suggestions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Work' })).toBeFocused();
  await expect(rowsOf(page).filter({ hasText: 'gazette-250.test' }).filter({ hasText: 'France' })).toHaveCount(1);

  await test.step('a value that a person enters has no suggestion any more', async () => {
    const id = new URL(
      (await rowsOf(page).filter({ hasText: 'diario-249.test' }).getByRole('link').first().getAttribute('href'))!,
      page.url(),
    ).pathname.split('/')[2]!;
    await api.patchSource(await api.getSource(id), { country: 'MX' });
    await page.getByRole('tab', { name: /^Country/ }).click();
    await expect(rowsOf(page)).toHaveCount(1 + 2);
  });

  await test.step('dismiss one with the keyboard and accept the rest', async () => {
    await rowsOf(page).filter({ hasText: 'Germany' }).getByRole('link').focus();
    await page.keyboard.press('d');
    await expect(rowsOf(page)).toHaveCount(1 + 1);
    await page.getByRole('button', { name: 'Accept all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Accept all' }).click();
    await expect(page.getByText('1 country accepted.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No details are suggested' })).toBeVisible();
  });

  await test.step('accept one on the page of a source', async () => {
    await page.getByRole('tab', { name: /^Name/ }).click();
    await rowsOf(page).filter({ hasText: 'Gazette 250' }).getByRole('link').click();
    const box = page.getByRole('region', { name: 'Suggestions' });
    await box.getByRole('button', { name: /^Accept for .*: Set the name/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Gazette 250' })).toBeVisible();
    await expect(page.getByText('France').first()).toBeVisible();
  });

  await test.step('the list of sources links to the rest', async () => {
    await page.goto('/newssources?q=diario-249');
    await expect(page.getByRole('table', { name: 'Sources' })).toContainText('Mexico');
    await page.getByRole('link', { name: /sources? ha(s|ve) suggestions/ }).click();
    await expect(page).toHaveURL('/newssources/work/suggestions');
    await page.goto('/newssources/proposals?field=country'); // the former address
    await expect(page).toHaveURL('/newssources/work/suggestions?field=country');
  });

  await test.step('an administrator pauses the visits', async () => {
    await page.getByRole('button', { name: 'Pause visits' }).click();
    await expect(page.getByText(/Visits of homepages are paused by/)).toBeVisible();
    await page.getByRole('button', { name: 'Resume visits' }).click();
    await expect(page.getByRole('button', { name: 'Pause visits' })).toBeVisible();
  });
});
