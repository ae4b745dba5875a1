import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ADMIN, VIEWER, signInWithPassword } from './support/accounts';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';
import { uniqueWord } from './support/unique';

const REFUSED = /status of 4(03|22)/;
const curl = promisify(execFile);

test.use({ account: ADMIN });

test('an administrator invites a colleague, gives a role and takes it back', async ({
  page,
  openAs,
  emulator,
  allowedConsoleErrors,
}) => {
  allowedConsoleErrors.push(REFUSED);
  const name = uniqueWord();
  const email = `${name}@elsewhere.test`;
  await emulator.createAccount(email);
  const colleague = await openAs(null);
  await colleague.goto('/');
  await signInWithPassword(colleague, email);
  await expect(colleague.getByRole('heading', { name: 'This account cannot use News Sources' })).toBeVisible();

  await page.goto('/newssources');
  await page.getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('table', { name: 'Members' }).getByRole('row')).not.toHaveCount(1);
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('E-mail address or domain').fill('not an address');
  await page.getByRole('button', { name: 'Allow to sign in' }).click();
  await expect(page.getByText('Enter a domain such as example.org.')).toBeVisible();
  await page.getByLabel('E-mail address or domain').fill(email);
  await page.getByRole('button', { name: 'Allow to sign in' }).click();
  await expect(page.getByRole('table', { name: 'Who may sign in' }).getByRole('row', { name: email })).toBeVisible();

  await colleague.getByRole('button', { name: 'Check access again' }).click();
  await expect(colleague.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
  await expect(colleague.getByRole('link', { name: 'Add source' })).toBeHidden();
  await colleague.getByRole('button', { name: /^Account of/ }).click();
  await expect(colleague.getByRole('menuitem', { name: 'Demo Admin' })).toHaveAttribute('href', /^mailto:/);

  await page.reload();
  await page.getByLabel('Search members').fill(name);
  const row = page.getByRole('table', { name: 'Members' }).getByRole('row', { name });
  await expect(row).toContainText('Viewer');
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitemradio', { name: 'Editor' }).click();
  await expect(row).toContainText('Editor');
  await colleague.reload();
  await expect(colleague.getByRole('link', { name: 'Add source' }).first()).toBeVisible();

  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitemradio', { name: 'Viewer' }).click();
  await expect(row).toContainText('Viewer');
  await colleague.reload();
  await expect(colleague.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
  await expect(colleague.getByRole('link', { name: 'Add source' })).toBeHidden();

  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Remove …' }).click();
  await page.getByRole('button', { name: 'Remove member' }).click();
  await expect(row).toBeHidden();
  await colleague.reload();
  await expect(colleague.getByRole('heading', { name: 'This account cannot use News Sources' })).toBeVisible();
  const history = page.getByRole('list', { name: 'Changes of people, newest first' });
  await expect(history).toContainText(`changed the role of ${name} from viewer to editor`);
  await expect(history).toContainText(`removed ${name}`);
  await expectAccessible(page, 'people');
});

test('a script lists endpoints with a token that was created on the page, until it is revoked', async ({
  page,
  stack,
}) => {
  const name = `Export ${uniqueWord()}`;
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/newssources');
  const account = page.getByRole('button', { name: /^Account of/ });
  await expect(account).toBeInViewport({ ratio: 1 });
  const areas = page.getByRole('navigation', { name: 'Areas' });
  await expect(areas.getByRole('link', { name: /^Work/ })).toBeInViewport({ ratio: 1 });
  await expect(areas.getByRole('link', { name: 'Imports' })).toBeHidden();
  await account.click();
  await expect(page.getByRole('menuitem', { name: 'Imports' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'People' })).toBeVisible(); // phones have no room for it in the toolbar
  await page.getByRole('menuitem', { name: 'API tokens' }).click();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Create token' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('This token is shown only once.')).toBeVisible();
  const token = await dialog.getByTestId('api-token').innerText();
  const authorization = `Authorization: Bearer ${token}`;
  const list = async () =>
    (await curl('curl', ['--silent', '--max-time', '20', '-H', authorization, `${stack.api}/newssources/endpoints`]))
      .stdout;
  expect(JSON.parse(await list())).toHaveProperty('items');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(token)).toBeHidden();

  const row = page.getByRole('table', { name: 'API tokens' }).getByRole('row', { name });
  await expect(row).toContainText('Valid');
  await expectAccessible(page, 'API tokens');
  await row.getByRole('button', { name: `Revoke the token ${name}` }).click();
  await page.getByRole('button', { name: 'Revoke token' }).click();
  await expect(row).toContainText('Revoked');
  await expect.poll(list).toContain('token_revoked');
});

test.describe('a viewer', () => {
  test.use({ account: VIEWER });

  test('sees whom to ask instead of the people', async ({ page }) => {
    await page.goto('/newssources/people');
    await expect(page.getByText('Only administrators manage people')).toBeVisible();
    await expect(page.getByText('demo@example.org')).toBeVisible();
    await expect(page.getByRole('link', { name: 'People' })).toBeHidden();
  });
});
