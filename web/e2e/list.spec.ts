import type { Page } from '@playwright/test';
import type { SourceCreate } from '../src/api/gen/types.gen';
import { EDITOR } from './support/accounts';
import type { Api } from './support/api';
import { expect, test } from './support/test';
import { uniqueWord } from './support/unique';

test.use({ account: EDITOR });

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Sources' }).getByRole('row');
const linksOf = (page: Page) => page.getByRole('table', { name: 'Sources' }).getByRole('link');
const searchOf = (page: Page) => page.getByRole('searchbox', { name: 'Search sources' });
const isListUrl = (url: URL) => url.pathname === '/newssources' && url.search !== '';

/** Creates `count` sources whose names contain `mark`, so that only this test finds them. */
async function createSources(
  api: Api,
  mark: string,
  count: number,
  more: (at: number) => Partial<SourceCreate> = () => ({}),
) {
  const sources = Array.from({ length: count }, (_, at) => {
    const number = String(at + 1).padStart(2, '0');
    return { name: `${mark} ${number}`, homepage_url: `https://${mark}-${number}.test`, ...more(at) };
  });
  for (let at = 0; at < count; at += 10) {
    await Promise.all(sources.slice(at, at + 10).map((source) => api.createSource(source)));
  }
}

test('reload, Back and Forward restore search, filters, sort and columns from the URL', async ({ page, api }) => {
  const mark = uniqueWord();
  await page.setViewportSize({ width: 1400, height: 800 }); // narrower, the views leave out some columns
  await createSources(api, mark, 4, (at) => ({ country: at < 3 ? 'ES' : 'FR', tags: at < 2 ? [`${mark}-tag`] : [] }));
  await page.goto('/newssources');
  await searchOf(page).pressSequentially(mark);
  await expect(rowsOf(page)).toHaveCount(5);
  await expect(searchOf(page)).toBeFocused();
  await expect(page).toHaveURL(`/newssources?q=${mark}`);

  await page.getByRole('search').getByRole('button', { name: 'Country', exact: true }).click();
  const countries = page.getByRole('dialog', { name: 'Country' });
  await expect(countries.getByRole('checkbox', { name: 'Spain 3' })).toBeVisible();
  await expect(countries.getByRole('checkbox', { name: 'France 1' })).toBeVisible();
  await countries.getByRole('checkbox', { name: 'Spain' }).check();
  await page.keyboard.press('Escape');
  await expect(rowsOf(page)).toHaveCount(4);
  const sortByName = page.getByRole('columnheader', { name: 'Name' }).getByRole('button');
  await sortByName.click(); // a search is sorted by relevance at first
  await expect(page).toHaveURL(/sort=name/);
  await sortByName.click();
  await expect(linksOf(page).first()).toHaveText(`${mark} 03`);
  const filtered = `/newssources?q=${mark}&country=ES&sort=-name`;
  await expect(page).toHaveURL(filtered);

  await page.reload();
  await expect(page).toHaveURL(filtered);
  await expect(searchOf(page)).toHaveValue(mark);
  await expect(linksOf(page)).toHaveText([`${mark} 03`, `${mark} 02`, `${mark} 01`]);
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');

  await page.getByRole('button', { name: 'Remove filter Country' }).click();
  await expect(rowsOf(page)).toHaveCount(5);
  await page.goBack();
  await expect(rowsOf(page)).toHaveCount(4);
  await expect(page).toHaveURL(filtered);
  await page.goForward();
  await expect(rowsOf(page)).toHaveCount(5);

  await test.step('a filter of the menu "More filters" is shown while it has a value', async () => {
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('menuitem', { name: 'Owner' }).click();
    await page.getByRole('dialog', { name: 'Owner' }).getByRole('checkbox', { name: 'No owner 4' }).check();
    await expect(page).toHaveURL(/owner=none/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove filter Owner' }).click();
    await expect(page).not.toHaveURL(/owner=/);
    await expect(page.getByRole('button', { name: 'More filters' })).toBeFocused();
  });

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Domain' }).click();
  await expect(page.getByRole('columnheader', { name: 'Domain' })).toBeHidden();
  await expect(page).toHaveURL(/hide=domain/);

  await page.getByRole('button', { name: 'Next check' }).click();
  await expect(page).toHaveURL(/sort=next_check/);
  await expect(page.getByRole('columnheader', { name: 'Next check' })).toHaveAttribute('aria-sort', 'ascending');
});

test('an empty result suggests which filter to remove', async ({ page, api }) => {
  const mark = uniqueWord();
  await createSources(api, mark, 2, () => ({ country: 'PT' }));
  await page.goto(`/newssources?q=${mark}&country=ES&language=de`);
  await expect(page.getByRole('heading', { name: 'No source matches' })).toBeVisible();
  await expect(page.getByText('Remove more than one filter to see sources.')).toBeVisible();
  await page.getByRole('button', { name: /^Remove Language: German/ }).click();
  await expect(page.getByText('Remove one of these filters to see sources.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Country: Spain 2 sources' }).click();
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(page).toHaveURL(`/newssources?q=${mark}`);
});

test('paging works in both directions and after a reload', async ({ page, api, allowedConsoleErrors }) => {
  allowedConsoleErrors.push(/status of 400/); // from the invalid cursor at the end
  const mark = uniqueWord();
  await createSources(api, mark, 60);
  await page.goto(`/newssources?q=${mark}&limit=25`);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const next = pages.getByRole('button', { name: 'Next page' });
  const previous = pages.getByRole('button', { name: 'Previous page' });
  await expect(linksOf(page).first()).toHaveText(`${mark} 01`);
  await expect(pages).toContainText('1–25 of 60');
  await expect(previous).toHaveAttribute('aria-disabled', 'true');
  await next.click();
  await expect(linksOf(page).first()).toHaveText(`${mark} 26`);
  await expect(pages).toContainText('26–50 of 60');
  await test.step('the filters stay visible above the header while the list scrolls', async () => {
    await linksOf(page).nth(20).scrollIntoViewIfNeeded();
    await expect(searchOf(page)).toBeInViewport();
    const bar = (await page.getByRole('search', { name: 'Sources' }).boundingBox())!;
    const header = (await page.getByRole('columnheader', { name: 'Name' }).boundingBox())!;
    expect(Math.abs(bar.y + bar.height - header.y)).toBeLessThan(3);
  });
  await test.step('the next source of the last row is on the next page', async () => {
    await linksOf(page).last().click();
    const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' });
    await expect(breadcrumb).toContainText('50 of 60');
    await breadcrumb.getByRole('link', { name: 'Next source' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `${mark} 51` })).toBeVisible();
    await breadcrumb.getByRole('link', { name: 'Sources' }).click();
    await expect(linksOf(page).first()).toBeFocused();
    await expect(linksOf(page).first()).toHaveText(`${mark} 51`);
    await previous.click();
    await expect(linksOf(page).first()).toHaveText(`${mark} 26`);
  });
  await page.reload();
  await expect(linksOf(page).first()).toHaveText(`${mark} 26`);
  await next.click();
  await expect(linksOf(page)).toHaveCount(10);
  await expect(pages).toContainText('51–60 of 60');
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await previous.click();
  await expect(linksOf(page).first()).toHaveText(`${mark} 26`);
  await page.goBack();
  await expect(linksOf(page).first()).toHaveText(`${mark} 51`);
  await page.goto(`/newssources?q=${mark}&limit=25&cursor=bm90LWEtY3Vyc29y`);
  await expect(linksOf(page).first()).toHaveText(`${mark} 01`);
  await expect(page).toHaveURL(`/newssources?q=${mark}&limit=25`);
});

test('the previous rows stay during a slow request, and the layout does not shift', async ({ page, api }) => {
  const mark = uniqueWord();
  await createSources(api, mark, 12);
  await page.goto(`/newssources?q=${mark}`);
  await expect(rowsOf(page)).toHaveCount(13);
  const table = page.getByRole('table', { name: 'Sources' });
  const initialBox = await table.boundingBox();

  let continueRequest: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (continueRequest = resolve));
  await page.route(isListUrl, async (route) => {
    await held;
    await route.continue();
  });
  await searchOf(page).press('End');
  await searchOf(page).pressSequentially(' 07');
  await expect(table).toHaveAttribute('aria-busy', 'true');
  await expect(rowsOf(page)).toHaveCount(13);
  expect(await table.boundingBox()).toEqual(initialBox);
  continueRequest();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(table).toHaveAttribute('aria-busy', 'false');
  await expect(searchOf(page)).toBeFocused();
  const { x, y, width } = (await table.boundingBox())!;
  expect({ x, y, width }).toEqual({ x: initialBox!.x, y: initialBox!.y, width: initialBox!.width });
});

const UNAVAILABLE = {
  status: 503,
  contentType: 'application/problem+json',
  body: JSON.stringify({ title: 'The register is not available at the moment.', status: 503, code: 'unavailable' }),
};

test('an outage is reported, and the list recovers when it ends', async ({ page, api, allowedConsoleErrors }) => {
  allowedConsoleErrors.push(/status of 503/);
  const mark = uniqueWord();
  await createSources(api, mark, 2);
  await page.goto(`/newssources?q=${mark}`);
  await expect(rowsOf(page)).toHaveCount(3);

  const apiRequests = /\/newssources(\?|\/session|\/summary)/;
  await page.route(apiRequests, (route) => route.fulfill(UNAVAILABLE));
  await searchOf(page).press('End');
  await searchOf(page).pressSequentially(' 01');
  await expect(page.getByText('The service cannot be reached.')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('The register is not available at the moment.');

  await page.unroute(apiRequests);
  await expect(rowsOf(page)).toHaveCount(2, { timeout: 20_000 });
  await expect(page.getByText('The service cannot be reached.')).toBeHidden();
  await expect(page.getByRole('alert')).toBeHidden();
});

test.describe('without a network', () => {
  test.use({ ownContext: true });

  test('a banner is shown while the device is offline', async ({ page, context, api, allowedConsoleErrors }) => {
    allowedConsoleErrors.push(/ERR_INTERNET_DISCONNECTED/); // of requests that were running
    const mark = uniqueWord();
    await createSources(api, mark, 1);
    await page.goto(`/newssources?q=${mark}`);
    await expect(rowsOf(page)).toHaveCount(2);
    await context.setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await expect(rowsOf(page)).toHaveCount(2);
    await context.setOffline(false);
    await expect(page.getByText('You are offline.')).toBeHidden();
  });
});
