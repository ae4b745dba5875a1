import { ADMIN, EDITOR } from './support/accounts';
import { expect, test } from './support/test';
import { uniqueWord } from './support/unique';
import { stubGoogleScript } from './support/violations';

const WRONG_CREDENTIALS = 'The e-mail address or the password is wrong. Please check both, or reset your password.';
/** Chromium logs each error response to the console. */
const BAD_REQUEST = /status of 400/;
const FORBIDDEN = /status of 403/;
/** Errors that Firebase's pop-up code logs in its iframe and in the page. */
const POPUP_ERRORS = [/'sessionStorage'.*Access is denied/, /^Firebase: Error \(auth\/internal-error\)/];

test('signs in with e-mail and password using only the keyboard', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused();
  await page.keyboard.type(ADMIN);
  await page.keyboard.press('Tab');
  await page.keyboard.type('newsources-demo');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/newssources');
  await expect(page.getByRole('button', { name: 'Account of Demo Admin' })).toBeVisible();
  // The sign-in page is replaced in the history.
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
});

test('the demo account fills in the form', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Fill in form' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/newssources');
});

test('invalid fields show messages, and the first one gets the focus', async ({ page, signIn }) => {
  await page.goto('/');
  await signIn('not-an-address', '');
  const email = page.getByRole('textbox', { name: 'E-mail' });
  await expect(email).toHaveAccessibleDescription('Please enter an e-mail address such as name@example.org.');
  await expect(email).toBeFocused();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Please enter your password.');
});

for (const [credentials, email] of [
  ['a wrong password', EDITOR],
  ['an unknown address', `${uniqueWord()}@example.org`],
] as const) {
  test(`${credentials} shows the same message`, async ({ page, signIn, allowedConsoleErrors }) => {
    allowedConsoleErrors.push(BAD_REQUEST);
    await page.goto('/');
    await signIn(email, 'not-the-password');
    await expect(page.getByRole('alert')).toHaveText(WRONG_CREDENTIALS);
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
    await expect(page).toHaveURL('/');
  });
}

test('a disabled account is rejected', async ({ page, signIn, allowedConsoleErrors }) => {
  allowedConsoleErrors.push(BAD_REQUEST);
  await page.goto('/');
  await signIn('disabled@example.org');
  await expect(page.getByRole('alert')).toContainText('This account is disabled.');
});

test('an account that is not permitted sees the reason and can sign out', async ({
  page,
  signIn,
  allowedConsoleErrors,
}) => {
  allowedConsoleErrors.push(FORBIDDEN);
  await page.goto('/');
  await signIn('other-domain@elsewhere.test');
  await expect(page.getByRole('heading', { level: 1, name: 'This account cannot use News Sources' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('other-domain@elsewhere.test');
  await expect(page.getByRole('navigation', { name: 'Areas' })).toBeHidden();
  await page.getByRole('button', { name: 'Sign out and use another account' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('an unverified e-mail address must be verified before access', async ({
  page,
  signIn,
  emulator,
  allowedConsoleErrors,
}) => {
  allowedConsoleErrors.push(FORBIDDEN);
  const email = `${uniqueWord()}@example.org`;
  await emulator.createAccount(email);
  await emulator.update(email, { emailVerified: false });

  await page.goto('/');
  await signIn(email);
  await expect(page.getByRole('heading', { level: 1, name: 'Please verify your e-mail address' })).toBeVisible();
  await page.getByRole('button', { name: 'Send verification e-mail again' }).click();
  await expect(page.getByText(`We have sent a link to ${email}.`)).toBeVisible();
  expect(await emulator.codeOf(email, 'VERIFY_EMAIL')).toBeTruthy();

  await emulator.update(email, { emailVerified: true });
  await page.getByRole('button', { name: 'I have verified my address' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
});

test('an unreachable identity provider is reported, and a retry works', async ({
  page,
  signIn,
  stack,
  allowedConsoleErrors,
}) => {
  allowedConsoleErrors.push(/net::ERR_FAILED/);
  await page.goto('/');
  const provider = `${stack.auth_emulator}/**`;
  await page.route(provider, (route) => route.abort());
  await signIn(EDITOR);
  await expect(page.getByRole('alert')).toContainText('The sign-in service cannot be reached.');

  await page.unroute(provider);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/newssources');
});

test('a forgotten password is reset with the e-mailed link', async ({ page, signIn, emulator }) => {
  const email = `${uniqueWord()}@example.org`;
  await emulator.createAccount(email);
  await page.goto('/');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('status')).toContainText(`If an account with the address ${email} exists`);

  const code = await emulator.codeOf(email, 'PASSWORD_RESET');
  await emulator.resetPassword(code!, 'a-new-password');
  await page.getByRole('button', { name: 'Back to sign-in' }).click();
  await signIn(email, 'a-new-password');
  await expect(page).toHaveURL('/newssources');
});

test('a password reset for an unknown address shows the same message', async ({ page, allowedConsoleErrors }) => {
  allowedConsoleErrors.push(BAD_REQUEST);
  await page.goto('/');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill('unknown-account@example.org');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText(
    'If an account with the address unknown-account@example.org exists',
  );
});

test('signs in with Google in a pop-up window', async ({ page, context, allowedConsoleErrors }) => {
  await stubGoogleScript(context);
  allowedConsoleErrors.push(...POPUP_ERRORS);
  const email = `${uniqueWord()}@example.org`;
  await page.goto('/');
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  const popup = await opening;
  await popup.getByText('Add new account').click();
  await popup.getByLabel('Email').fill(email);
  await popup.getByLabel('Display name').fill('Gwen Google');
  const closing = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Sign in with Google.com' }).click();
  await closing;
  await expect(page).toHaveURL('/newssources');
  await expect(page.getByRole('button', { name: 'Account of Gwen Google' })).toBeVisible();
});

test('closing the Google window is not an error', async ({ page, context, allowedConsoleErrors }) => {
  await stubGoogleScript(context);
  allowedConsoleErrors.push(...POPUP_ERRORS);
  await page.goto('/');
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  const popup = await opening;
  // The window is closed by a person who has seen its page.
  await popup.getByText('Add new account').waitFor();
  await popup.close();
  // Firebase waits for ten seconds, in case that the window has closed after a sign-in.
  await expect(page.getByText('Sign-in with Google was cancelled.')).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
});
