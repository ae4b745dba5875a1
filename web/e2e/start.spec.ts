import { EDITOR } from './support/accounts';
import { expect, test } from './support/test';

const CONFIG = '**/config.json';

for (const [how, answer, words] of [
  ['is broken', { body: '{"production": tru' }, 'config.json is not JSON.'],
  ['has wrong values', { body: '{"production": "yes", "host": "api"}' }, 'The configuration of this deployment'],
  ['cannot be read', { status: 500, body: 'no' }, 'The server answered 500 for config.json.'],
  ['does not come', null, 'The server could not be reached to read config.json.'],
] as const) {
  test(`a start with a configuration that ${how} tells the console and the person`, async ({
    page,
    allowedConsoleErrors,
  }) => {
    allowedConsoleErrors.push(/News Sources could not start/, /status of 500/, /net::ERR_FAILED/);
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.route(CONFIG, (route) => (answer ? route.fulfill(answer) : route.abort()));
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'News Sources could not start' })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText(words);
    expect(logged.join('\n')).toContain('News Sources could not start:');
    await expect(page.getByRole('banner')).toHaveCSS('background-color', 'rgb(0, 74, 159)');

    await page.unroute(CONFIG);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });
}

test.describe('signed in', () => {
  test.use({ account: EDITOR });

  test('a new version is offered to who comes back to the tab, and a reload brings it', async ({ page }) => {
    await page.clock.install();
    await page.goto('/newssources/imports');
    await expect(page.getByRole('heading', { level: 1, name: 'Imports' })).toBeVisible();
    await page.route(CONFIG, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), version: 'the-next-one' } });
    });
    await page.clock.runFor(61_000);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(page.getByText('A new version is ready.')).toBeVisible();
    await page.unroute(CONFIG);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Imports' })).toBeVisible();
    await expect(page.getByText('A new version is ready.')).toBeHidden();
  });

  test('a part that is gone since the last release asks for a reload', async ({ page, allowedConsoleErrors }) => {
    allowedConsoleErrors.push(/A page stopped working/, /status of 404/, /Failed to fetch dynamically imported module/);
    await page.goto('/newssources');
    await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
    await page.route(/\/assets\/ImportsPage-.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
    await page.getByRole('link', { name: 'Imports' }).click();
    await expect(page.getByRole('heading', { name: 'This page needs a reload' })).toBeVisible();
    await page.unroute(/\/assets\/ImportsPage-.*\.js$/);
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Imports' })).toBeVisible();
  });
});
