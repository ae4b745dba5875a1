import { EDITOR } from './support/accounts';
import type { Emulator } from './support/emulator';
import { expect, test } from './support/test';
import { uniqueWord } from './support/unique';

const UNAUTHORIZED = /status of 40[01]/;

test('signing in leads to the requested page and replaces the sign-in page in the browser history', async ({
  page,
  signIn,
}) => {
  const deepLink = '/newssources?q=nothing-has-this&sort=-updated';
  await page.goto(deepLink);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page).toHaveURL(`/?next=${encodeURIComponent(deepLink)}`);
  await signIn(EDITOR);
  await expect(page).toHaveURL(deepLink);
  await expect(page.getByRole('searchbox', { name: 'Search sources' })).toHaveValue('nothing-has-this');
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
});

test.describe('signed in', () => {
  test.use({ account: EDITOR, ownContext: true });

  test('signing out ends the session in every tab', async ({ page, context, allowedConsoleErrors }) => {
    // Of requests that are running when the session ends.
    allowedConsoleErrors.push(UNAUTHORIZED);
    await page.goto('/newssources');
    const other = await context.newPage();
    await other.goto('/newssources/imports');
    await expect(other.getByRole('heading', { level: 1, name: 'Imports' })).toBeVisible();

    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByText('You are signed out.')).toBeVisible();
    await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(other.getByText('You signed out in another tab.')).toBeVisible();

    await page.reload();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  test('an expired token is refreshed without an error message', async ({ page, allowedConsoleErrors }) => {
    allowedConsoleErrors.push(UNAUTHORIZED);
    let tokens = 0;
    await page.route('**/token?*', (route) => {
      tokens++;
      return route.continue();
    });
    // The first response is that of the API to an expired token.
    await page.route(
      '**/newssources/imports?*',
      (route) => route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{"title":"Expired"}' }),
      { times: 1 },
    );
    const refreshed = page.waitForResponse(
      (response) => /\/newssources\/imports\?/.test(response.url()) && response.ok(),
    );
    await page.goto('/newssources/imports');
    await refreshed;
    expect(tokens).toBeGreaterThan(0);
    await expect(page.getByRole('region', { name: 'Import a file' })).toBeVisible();
    await expect(page.getByRole('alert')).toBeHidden();
  });
});

for (const [how, end] of [
  ['a deleted account', (emulator: Emulator, email: string) => emulator.remove(email)],
  ['a disabled account', (emulator: Emulator, email: string) => emulator.update(email, { disableUser: true })],
] as const) {
  test(`after the end of a session the sign-in page explains it and keeps the requested page: ${how}`, async ({
    page,
    signIn,
    emulator,
    allowedConsoleErrors,
  }) => {
    allowedConsoleErrors.push(UNAUTHORIZED);
    const email = `${uniqueWord()}@example.org`;
    await emulator.createAccount(email);
    await page.goto('/');
    await signIn(email);
    await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();

    await end(emulator, email);
    // The API accepts the old token until it expires, so its rejection is simulated.
    await page.route('**/newssources/imports?*', (route) =>
      route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{"title":"Expired"}' }),
    );
    await page.getByRole('link', { name: 'Imports' }).click();
    await expect(page.getByText('Your session has expired.')).toBeVisible();
    await expect(page).toHaveURL(`/?next=${encodeURIComponent('/newssources/imports')}`);
  });
}
