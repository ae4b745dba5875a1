import type { Page } from '@playwright/test';
import { EDITOR } from './support/accounts';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';
import { uniqueSource, uniqueWord } from './support/unique';

test.use({ account: EDITOR });

const EVENTS = '**/newssources/events*';

function indicator(page: Page, label: string) {
  return page.getByRole('button', { name: new RegExp(`^${label}: .* Refresh now`) });
}

/** Simulates switching to another tab, or back. */
async function setVisibility(page: Page, state: DocumentVisibilityState) {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
}

test('changes of another person and of the checks appear without a reload', async ({ page, api, stack }) => {
  const word = uniqueWord();
  const address = new URL(`/feed?journey=${word}`, stack.simulator.example);
  address.hostname = 'status-404.test';
  const source = await api.createSource(
    uniqueSource(word, { lifecycle: 'active', endpoints: [{ url: address.href, kind: 'rss', name: 'Broken' }] }),
  );
  await page.goto(`/newssources?q=${word}`);
  await expect(page.getByRole('row', { name: new RegExp(source.name) })).toBeVisible();
  // The stream opens seconds after the page, and begins with the changes since the page was loaded.
  const early = await api.patchSource(source, { name: `${source.name} early` });
  await expect(page.getByRole('row', { name: new RegExp(`${source.name} early`) })).toBeVisible();
  await expect(indicator(page, 'Live')).toBeVisible();
  await expectAccessible(page, 'live updates');
  await api.patchSource(early, { name: `${source.name} renamed` });
  // A live list is polled only every 2 minutes.
  await expect(page.getByRole('row', { name: new RegExp(`${source.name} renamed`) })).toBeVisible();

  await page.goto(`/newssources/${source.id}/checks`);
  const checks = page.getByRole('list', { name: 'Checks, newest first' }).getByText('Page not found');
  await expect(checks).toHaveCount(1, { timeout: 60_000 });
  await expect(indicator(page, 'Live')).toBeVisible();
  const requested = await api.request('POST', `/${source.id}/check`);
  expect(requested.status).toBeLessThan(300);
  await expect(checks).toHaveCount(2, { timeout: 45_000 }); // live checks are polled only every minute
});

test('without the stream, the page polls, and a click reconnects', async ({ page, api, allowedConsoleErrors }) => {
  allowedConsoleErrors.push(/status of 503/);
  const source = await api.createSource(uniqueSource());
  await page.route(EVENTS, (route) =>
    route.fulfill({ status: 503, headers: { 'Retry-After': '60' }, contentType: 'text/plain', body: 'No streams.' }),
  );
  await page.goto(`/newssources?q=${encodeURIComponent(source.name)}`);
  await expect(indicator(page, 'Delayed')).toBeVisible();
  await expect(page.getByText('The service cannot be reached.')).toBeHidden();
  await api.patchSource(source, { name: `${source.name} renamed` });
  await expect(page.getByRole('row', { name: new RegExp(`${source.name} renamed`) })).toBeVisible({ timeout: 45_000 });
  await page.unroute(EVENTS);
  await indicator(page, 'Delayed').click();
  await expect(indicator(page, 'Live')).toBeVisible();
});

test.describe('with a simulated clock', () => {
  test.use({ ownContext: true });

  test('a tab in the background sends no requests and catches up on return', async ({ page, api }) => {
    const source = await api.createSource(uniqueSource());
    await page.clock.install();
    await page.goto(`/newssources?q=${encodeURIComponent(source.name)}`);
    await expect(page.getByRole('row', { name: new RegExp(source.name) })).toBeVisible();
    await expect(indicator(page, 'Live')).toBeVisible();

    const closed = page.waitForEvent('requestfailed', (request) => request.url().includes('/newssources/events'));
    await setVisibility(page, 'hidden');
    await closed;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await api.patchSource(source, { name: `${source.name} renamed` });
    await page.clock.runFor(10 * 60_000);
    expect(sent).toEqual([]);

    await setVisibility(page, 'visible');
    await expect(page.getByRole('row', { name: new RegExp(`${source.name} renamed`) })).toBeVisible();
    await expect.poll(() => sent.some((url) => url.includes('/newssources/events'))).toBe(true);
  });
});
