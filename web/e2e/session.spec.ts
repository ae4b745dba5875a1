import { EDITOR } from './support/accounts';
import type { Emulator } from './support/emulator';
import { expect, test } from './support/test';
import { uniqueWord } from './support/unique';

const NOT_SIGNED_IN = /status of 40[01]/;

test('a deep link survives signing in, and takes its place in the history', async ({ page, signIn }) => {
  const deep = '/newssources?q=nothing-has-this&sort=-updated';
  await page.goto(deep);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page).toHaveURL(`/?next=${encodeURIComponent(deep)}`);
  await signIn(EDITOR);
  await expect(page).toHaveURL(deep);
  await expect(page.getByRole('searchbox', { name: 'Search sources' })).toHaveValue('nothing-has-this');
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
});

test.describe('signed in', () => {
  test.use({ account: EDITOR });

  test('signing out is noticed in every tab', async ({ page, context }) => {
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

  test('a token that the API no longer takes is renewed, unnoticed', async ({ page, allowedConsoleErrors }) => {
    allowedConsoleErrors.push(NOT_SIGNED_IN);
    let tokens = 0;
    await page.route('**/token?*', (route) => {
      tokens++;
      return route.continue();
    });
    // The first answers are what the API says to an expired one.
    await page.route(
      '**/newssources/imports?*',
      (route) => route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{"title":"Expired"}' }),
      { times: 1 },
    );
    await page.goto('/newssources/imports');
    await expect(page.getByRole('region', { name: 'Bring in a list' })).toBeVisible();
    await expect(page.getByRole('alert')).toBeHidden();
    expect(tokens).toBeGreaterThan(0);
  });
});

for (const [how, end] of [
  ['an account that is gone', (emulator: Emulator, email: string) => emulator.remove(email)],
  [
    'an account that was disabled',
    (emulator: Emulator, email: string) => emulator.update(email, { disableUser: true }),
  ],
] as const) {
  test(`a session that has ended is said so, and the way back is kept: ${how}`, async ({
    page,
    signIn,
    emulator,
    allowedConsoleErrors,
  }) => {
    allowedConsoleErrors.push(NOT_SIGNED_IN);
    const email = `${uniqueWord()}@example.org`;
    await emulator.createAccount(email);
    await page.goto('/');
    await signIn(email);
    await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();

    await end(emulator, email);
    // The API would take the old token until it expires; from now on it doesn't.
    await page.route('**/newssources/imports?*', (route) =>
      route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{"title":"Expired"}' }),
    );
    await page.getByRole('link', { name: 'Imports' }).click();
    await expect(page.getByText('Your session has ended.')).toBeVisible();
    await expect(page).toHaveURL(`/?next=${encodeURIComponent('/newssources/imports')}`);
  });
}
