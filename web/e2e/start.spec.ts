import { EDITOR } from './support/accounts';
import { expect, test } from './support/test';

const CONFIG = '**/config.json';

for (const [problem, response, text] of [
  ['is broken', { body: '{"production": tru' }, 'config.json is not JSON.'],
  ['has wrong values', { body: '{"production": "yes", "host": "api"}' }, 'The configuration of this deployment'],
  ['is answered with an error', { status: 500, body: 'no' }, 'The server answered 500 for config.json.'],
  ['cannot be reached', null, 'The browser could not reach the server to read config.json.'],
] as const) {
  test(`a configuration that ${problem} is reported in the console and on the page`, async ({
    page,
    allowedConsoleErrors,
  }) => {
    allowedConsoleErrors.push(/News Sources could not start/, /status of 500/, /net::ERR_FAILED/);
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.route(CONFIG, (route) => (response ? route.fulfill(response) : route.abort()));
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'News Sources could not start' })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText(text);
    expect(logged.join('\n')).toContain('News Sources could not start:');
    await expect(page.getByRole('banner')).toHaveCSS('background-color', 'rgb(0, 74, 159)');

    await page.unroute(CONFIG);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });
}

test.describe('signed in', () => {
  test.use({ account: EDITOR, ownContext: true });

  test('returning to the tab offers a new version, and a reload loads it', async ({ page }) => {
    await page.clock.install();
    await page.goto('/newssources/imports');
    await expect(page.getByRole('heading', { level: 1, name: 'Imports' })).toBeVisible();
    await page.route(CONFIG, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), version: 'the-next-one' } });
    });
    await page.clock.runFor(61_000);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(page.getByText('A new version is available.')).toBeVisible();
    await page.unroute(CONFIG);
    await page.getByRole('button', { name: 'Reload page' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Imports' })).toBeVisible();
    await expect(page.getByText('A new version is available.')).toBeHidden();
  });

  test('a chunk that a new release removed shows a reload button', async ({ page, allowedConsoleErrors }) => {
    allowedConsoleErrors.push(/A page stopped working/, /status of 404/, /Failed to fetch dynamically imported module/);
    await page.goto('/newssources');
    await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
    // The open stream prevents "networkidle". Its indicator appears after the page has loaded.
    await expect(page.getByRole('button', { name: /Refresh now/ })).toBeVisible();
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }));
    await page.getByRole('link', { name: 'Imports' }).click();
    await expect(page.getByRole('heading', { name: 'Reload the page', level: 1 })).toBeVisible();
    await page.unroute('**/assets/*.js');
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Imports' })).toBeVisible();
  });
});
