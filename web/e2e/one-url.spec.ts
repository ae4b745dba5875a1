import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { EDITOR } from './support/accounts';
import { expect, test } from './support/test';
import { uniqueSource } from './support/unique';

/**
 * /newssources is a page of the app and an API resource: a browser navigation must show the page,
 * not JSON.
 */
test.describe('browser navigation at an API path', () => {
  test.use({ account: EDITOR });

  let otherServer: Server;
  let otherUrl: string;
  test.beforeAll(async () => {
    otherServer = createServer((_, response) =>
      response.setHeader('Content-Type', 'text/html').end('<h1>Other site</h1>'),
    );
    await new Promise<void>((ready) => otherServer.listen(0, '127.0.0.1', ready));
    otherUrl = `http://127.0.0.1:${(otherServer.address() as AddressInfo).port}/`;
  });
  test.afterAll(() => otherServer.close());

  async function openOtherSite(page: Page, allowedOrigins: string[]) {
    allowedOrigins.push(otherUrl);
    await page.goto(otherUrl);
    await expect(page.getByRole('heading', { name: 'Other site' })).toBeVisible();
  }

  test('reload, Back and Forward at the list', async ({ page, api, allowedOrigins }) => {
    await api.createSource(uniqueSource()); // an empty register shows no table
    const list = '/newssources?sort=-last_new_item';
    await page.goto('/newssources');
    await page.getByRole('columnheader').getByRole('button', { name: 'Last new item' }).click();
    await expect(page).toHaveURL(list);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
    await expect(page).toHaveURL(list);

    await openOtherSite(page, allowedOrigins);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
    await expect(page).toHaveURL(list);
    await page.goForward();
    await expect(page.getByRole('heading', { name: 'Other site' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
  });

  test('reload, Back and Forward at a source', async ({ page, api, allowedOrigins }) => {
    const source = await api.createSource(uniqueSource());
    const title = page.getByRole('heading', { level: 1, name: source.name });
    await page.goto(`/newssources?q=${encodeURIComponent(source.name)}`);
    await page.getByRole('link', { name: source.name }).click();
    await expect(title).toBeVisible();
    await expect(page).toHaveURL(`/newssources/${source.id}`);
    await page.reload();
    await expect(title).toBeVisible();
    await expect(page).toHaveURL(`/newssources/${source.id}`);

    await openOtherSite(page, allowedOrigins);
    await page.goBack();
    await expect(title).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('link', { name: source.name })).toBeVisible();
    await page.goForward();
    await expect(title).toBeVisible();
    await page.goForward();
    await expect(page.getByRole('heading', { name: 'Other site' })).toBeVisible();
  });

  test('a prefetched page opens the app', async ({ page, stack }) => {
    await page.goto('/newssources');
    const answer = await page.evaluate(async () => {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'prefetch', href: '/newssources/imports' });
      const done = new Promise((resolve) => Object.assign(link, { onload: resolve, onerror: resolve }));
      document.head.append(link);
      await done;
      return performance.getEntriesByType('resource').map(({ name }) => name);
    });
    expect(answer).toContain(`${stack.app}/newssources/imports`);
    await page.goto('/newssources/imports');
    await expect(page.getByRole('heading', { level: 1, name: 'Imports' })).toBeVisible();
  });
});

const BROWSER_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

for (const [client, headers] of [
  ['a browser', { Accept: BROWSER_ACCEPT }],
  ['a navigation with Accept: */*', { Accept: '*/*', 'Sec-Fetch-Mode': 'navigate' }],
] as const) {
  test(`${client} is redirected to the app`, async ({ request }) => {
    const answer = await request.get('/newssources/imports?x=a%20b', { headers, maxRedirects: 0 });
    expect(answer.status()).toBe(302);
    expect(answer.headers()).toMatchObject({
      location: `/?next=${encodeURIComponent('/newssources/imports?x=a%20b')}`,
      'cache-control': 'no-store',
      vary: expect.stringMatching(/Accept.*Sec-Fetch-Mode/),
    });
  });
}

for (const Accept of ['application/json', '*/*']) {
  test(`an API client with Accept: ${Accept} and no token gets a problem document`, async ({ request }) => {
    const answer = await request.get('/newssources', { headers: { Accept }, maxRedirects: 0 });
    expect(answer.status()).toBe(401);
    expect(answer.headers()).toMatchObject({
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      vary: expect.stringMatching(/Accept.*Sec-Fetch-Mode/),
    });
    expect(await answer.json()).toMatchObject({
      status: 401,
      code: expect.any(String),
      request_id: expect.any(String),
    });
  });
}
