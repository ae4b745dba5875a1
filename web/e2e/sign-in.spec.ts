import { ADMIN, EDITOR } from './support/accounts';
import { expect, test } from './support/test';
import { uniqueWord } from './support/unique';

const WRONG = 'The e-mail address or the password is not right. Please check both, or reset the password.';
/** A browser writes a line of its own for each answer that is an error. */
const REFUSED = /status of 400/;
const FORBIDDEN = /status of 403/;
/** Firebase's code throws behind its own question for storage, in its frame and, after the answer, in the page. */
const OF_THE_POPUP = [/'sessionStorage'.*Access is denied/, /^Firebase: Error \(auth\/internal-error\)/];

test('with e-mail and password, by keyboard alone', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused();
  await page.keyboard.type(ADMIN);
  await page.keyboard.press('Tab');
  await page.keyboard.type('newsources-demo');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/newssources');
  await expect(page.getByRole('button', { name: 'Account of Demo Admin' })).toBeVisible();
  // The page of signing in is no place to come back to.
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
});

test('the demo account of a laptop fills the form', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Fill in' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/newssources');
});

test('what is missing is said at its field, and the first one gets the focus', async ({ page, signIn }) => {
  await page.goto('/');
  await signIn('nobody', '');
  const email = page.getByRole('textbox', { name: 'E-mail' });
  await expect(email).toHaveAccessibleDescription('Please enter an e-mail address such as name@example.org.');
  await expect(email).toBeFocused();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Please enter your password.');
});

for (const [who, email] of [
  ['a wrong password', EDITOR],
  ['somebody unknown', `${uniqueWord()}@example.org`],
] as const) {
  test(`${who} gets the same words`, async ({ page, signIn, allowedConsoleErrors }) => {
    allowedConsoleErrors.push(REFUSED);
    await page.goto('/');
    await signIn(email, 'not-the-password');
    await expect(page.getByRole('alert')).toHaveText(WRONG);
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
    await expect(page).toHaveURL('/');
  });
}

test('a disabled account', async ({ page, signIn, allowedConsoleErrors }) => {
  allowedConsoleErrors.push(REFUSED);
  await page.goto('/');
  await signIn('disabled@example.org');
  await expect(page.getByRole('alert')).toContainText('This account has been disabled.');
});

test('an account that is not on the list is told so, and can go', async ({ page, signIn, allowedConsoleErrors }) => {
  allowedConsoleErrors.push(FORBIDDEN);
  await page.goto('/');
  await signIn('stranger@elsewhere.test');
  await expect(page.getByRole('heading', { level: 1, name: 'This account cannot use News Sources' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('stranger@elsewhere.test');
  await expect(page.getByRole('navigation', { name: 'Areas' })).toBeHidden();
  await page.getByRole('button', { name: 'Sign out and use another account' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('an address that is not verified: asked to, verified, let in', async ({
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
  await page.getByRole('button', { name: 'Send verification again' }).click();
  await expect(page.getByText(`We have sent a link to ${email}.`)).toBeVisible();
  expect(await emulator.codeOf(email, 'VERIFY_EMAIL')).toBeTruthy();

  await emulator.update(email, { emailVerified: true });
  await page.getByRole('button', { name: 'I have verified it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
});

test('a provider that cannot be reached', async ({ page, signIn, stack, allowedConsoleErrors }) => {
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

test('a forgotten password is reset with the link in the mail', async ({ page, signIn, emulator }) => {
  const email = `${uniqueWord()}@example.org`;
  await emulator.createAccount(email);
  await page.goto('/');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset the password' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('status')).toContainText(`If ${email} belongs to an account, a link is on its way.`);

  const code = await emulator.codeOf(email, 'PASSWORD_RESET');
  await emulator.resetPassword(code!, 'a-new-password');
  await page.getByRole('button', { name: 'Back to signing in' }).click();
  await signIn(email, 'a-new-password');
  await expect(page).toHaveURL('/newssources');
});

test('a reset for an unknown address says the same', async ({ page, allowedConsoleErrors }) => {
  allowedConsoleErrors.push(REFUSED);
  await page.goto('/');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill('nobody-at-all@example.org');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('If nobody-at-all@example.org belongs to an account');
});

test('with Google, in a window that opens and closes', async ({ page, allowedConsoleErrors }) => {
  allowedConsoleErrors.push(...OF_THE_POPUP);
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

test('a window of Google that is closed again is no error', async ({ page, allowedConsoleErrors }) => {
  allowedConsoleErrors.push(...OF_THE_POPUP);
  await page.goto('/');
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await (await opening).close();
  await expect(page.getByText('Signing in with Google was cancelled.')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
});
