import type { Page } from '@playwright/test';
import { EDITOR } from './support/accounts';
import { expect, test } from './support/test';
import { uniqueSource } from './support/unique';

test.use({ account: EDITOR });

/** Presses Tab until the element with this label has the focus. */
async function tabTo(page: Page, name: string, maxPresses = 40) {
  for (let presses = 0; presses < maxPresses; presses++) {
    const label = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      return element?.labels?.[0]?.innerText || element?.getAttribute('aria-label') || element?.innerText || '';
    });
    if (label.replace(/\s*\*\s*$/, '').trim() === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab did not reach “${name}”`);
}

/**
 * Locates the focused element after a navigation: the heading or, while the page loads, the content
 * area.
 */
function focusedPage(page: Page) {
  return page.locator('main:focus, main h1:focus');
}

test('a source can be found, edited and saved without a mouse', async ({ page, api }) => {
  const source = await api.createSource(uniqueSource());
  await page.goto('/newssources');
  await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search sources' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search sources' })).toBeFocused();
  await page.keyboard.type(source.canonical_domain);
  await expect(page.getByRole('table', { name: 'Sources' }).getByRole('row')).toHaveCount(2);
  await tabTo(page, source.name);
  await page.keyboard.press('Enter');

  const title = page.getByRole('heading', { level: 1, name: source.name });
  await expect(title).toBeVisible();
  await expect(focusedPage(page)).toBeAttached();
  await tabTo(page, 'Edit');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/newssources/${source.id}/settings`);
  await tabTo(page, 'Name');
  await page.keyboard.press('End');
  await page.keyboard.type(' by hand');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Everything is saved.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: `${source.name} by hand` })).toBeVisible();
});

test('the toolbar can be skipped, and a source added without a mouse', async ({ page }) => {
  const { name, homepage_url } = uniqueSource();
  await page.goto('/newssources');
  await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
  // After a load, the skip link is the first Tab stop, before the toolbar.
  const skip = page.getByRole('button', { name: 'Skip to content' });
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await tabTo(page, 'Add source');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Homepage');
  await page.keyboard.insertText(homepage_url);
  await page.keyboard.press('Tab');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('arrow keys move between rows, and Back, the breadcrumb and the area link return to the row', async ({
  page,
  api,
}) => {
  const prefix = (await api.createSource(uniqueSource())).canonical_domain.replace('.test', '');
  await api.createSource({ name: `${prefix} b`, homepage_url: `https://${prefix}-b.test` });
  await api.createSource({ name: `${prefix} c`, homepage_url: `https://${prefix}-c.test` });
  await page.goto(`/newssources?q=${prefix}`);
  const links = page.getByRole('table', { name: 'Sources' }).getByRole('link');
  await expect(links).toHaveCount(3);
  await links.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(links.nth(2)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  const opened = (await links.nth(1).textContent())!;
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: opened })).toBeVisible();
  await page.goBack();
  await expect(links.nth(1)).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: opened })).toBeVisible();
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(breadcrumb).toContainText('2 of 3');
  await breadcrumb.getByRole('link', { name: 'Sources' }).click();
  await expect(page).toHaveURL(`/newssources?q=${prefix}`);
  await expect(links.nth(1)).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(breadcrumb).toContainText('2 of 3');
  await breadcrumb.getByRole('link', { name: 'Next source' }).click();
  await expect(breadcrumb).toContainText('3 of 3');
  await expect(breadcrumb.getByRole('button', { name: 'Next source' })).toBeDisabled();
  const area = page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Sources', exact: true });
  await expect(area).toHaveAttribute('aria-current', 'true');
  await area.click();
  await expect(page).toHaveURL(`/newssources?q=${prefix}`);
  await expect(links.nth(2)).toBeFocused();
});
