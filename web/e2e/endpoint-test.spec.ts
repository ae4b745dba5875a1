import type { Page } from '@playwright/test';
import type { EndpointCreate } from '@/api/gen/types.gen';
import { EDITOR } from './support/accounts';
import type { Api } from './support/api';
import { expectAccessible } from './support/axe';
import type { Stack } from './support/stack';
import { expect, test } from './support/test';
import { uniqueSource, uniqueWord } from './support/unique';

test.use({ account: EDITOR });

/** Returns a unique address of a simulated site. */
function uniqueUrl({ simulator }: Stack, host: string, path = '/feed'): string {
  const address = new URL(path, simulator.example);
  address.hostname = host;
  address.searchParams.set('journey', uniqueWord());
  return address.href;
}

/** Creates a source with these endpoints and returns the path of its page. */
async function createSourceWith(api: Api, endpoints: EndpointCreate[]) {
  const source = await api.createSource(uniqueSource(uniqueWord(), { endpoints }));
  return `/newssources/${source.id}`;
}

const panel = (page: Page) => page.getByRole('dialog', { name: /^Test of/ });
const items = (page: Page) => page.getByRole('list', { name: 'Newest items' }).getByRole('listitem');

async function openEndpointForm(page: Page, name: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit the endpoint' });
  await expect(form).toBeVisible();
  return form;
}

test('a test opens by keyboard, is part of the URL, and returns the focus when it closes', async ({
  page,
  api,
  stack,
}) => {
  const url = uniqueUrl(stack, 'elejemplo.test', '/rss/portada.xml');
  await page.goto(await createSourceWith(api, [{ url, kind: 'rss', name: 'Portada' }]));
  const button = page.getByRole('button', { name: 'Test Portada' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(panel(page)).toContainText('Works. A check would find 20 items (RSS).');
  await expect(items(page)).toHaveCount(20);
  await expect(panel(page).getByText('First byte')).toBeVisible();
  await panel(page).getByText('Headers').click();
  await expect(panel(page)).toContainText('Content-Type');
  await expectAccessible(page, 'test of an endpoint');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, 'test of an endpoint on a phone');
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.reload();
  await expect(items(page)).toHaveCount(20);
  const testAgain = page.getByRole('button', { name: 'Test again' });
  await testAgain.press('Enter');
  await expect(panel(page).getByText('The test is finished.')).toBeAttached();
  await expect(items(page)).toHaveCount(20);
  await expect(testAgain).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(page).not.toHaveURL(/test=/);

  await button.click();
  await expect(page).toHaveURL(/test=/);
  await expect(panel(page)).toBeVisible();
  await page.goBack();
  await expect(panel(page)).toBeHidden();
  await expect(button).toBeFocused();
});

test('a failed test explains the reason', async ({ page, api, stack }) => {
  const path = await createSourceWith(api, [
    { url: uniqueUrl(stack, 'chain.test'), kind: 'atom', name: 'Moved' },
    { url: uniqueUrl(stack, 'login.test'), kind: 'rss', name: 'A page' },
    { url: uniqueUrl(stack, 'status-404.test'), kind: 'rss', name: 'Lost' },
  ]);
  await page.goto(path);
  for (const [name, texts] of [
    ['Moved', ['Different kind.', 'the address returns RSS instead of Atom', 'moved permanently']],
    ['A page', ['Page instead of a feed.']],
    ['Lost', ['Page not found.', '404']],
  ] as const) {
    await page.getByRole('button', { name: `Test ${name}` }).click();
    for (const text of texts) await expect(panel(page)).toContainText(text);
    if (name === 'Moved') {
      const hops = panel(page).getByRole('list', { name: 'Redirects' }).getByRole('listitem');
      await expect(hops).toHaveText([/^301.*chain\.test/, /^308.*moved-308\.test/, /^200.*elejemplo\.test/]);
    }
    if (name === 'Lost') await expectAccessible(page, 'test that failed');
    await panel(page).getByRole('button', { name: 'Close' }).click();
    await expect(panel(page)).toBeHidden();
  }
});

test('credentials are removed from the address, used for the test, and never shown', async ({ page, api, stack }) => {
  const url = uniqueUrl(stack, 'password.test', '/rss');
  await page.goto(await createSourceWith(api, [{ url, kind: 'rss', name: 'Members' }]));
  await page.getByRole('button', { name: 'Test Members' }).click();
  await expect(panel(page)).toContainText('Password required.');
  await page.keyboard.press('Escape');

  const form = await openEndpointForm(page, 'Members');
  await form.getByRole('textbox', { name: 'Address' }).fill(url.replace('://', '://reader:open-sesame@'));
  await expect(form.getByRole('textbox', { name: 'Address' })).toHaveValue(url);
  await expect(form.getByText('were moved from the address')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'User name' })).toHaveValue('reader');
  await form.getByRole('button', { name: 'Test these settings' }).click();
  await expect(form.getByRole('region', { name: 'Test of these settings' })).toContainText('Works.');
  await expectAccessible(page, 'endpoint that is edited and tested');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();

  await expect(page.getByRole('img', { name: 'Has credentials' })).toBeVisible();
  await page.getByRole('button', { name: 'Test Members' }).click();
  await expect(panel(page)).toContainText('Works.');
  await page.keyboard.press('Escape');
  await expect((await openEndpointForm(page, 'Members')).getByText('Saved. They are never shown again.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'History' }).click();
  const history = page.getByRole('list', { name: 'Changes, newest first' });
  await expect(history).toContainText('set user name and password of endpoint “Members”');
  await expect(page.locator('body')).not.toContainText('open-sesame');
});

test('the recipe of a page list can be tested before it is saved', async ({
  page,
  api,
  stack,
  allowedConsoleErrors,
}) => {
  allowedConsoleErrors.push(/status of 422/);
  const url = uniqueUrl(stack, 'list-only.test', '/');
  await page.goto(await createSourceWith(api, [{ url, kind: 'rss', name: 'The list' }]));
  const form = await openEndpointForm(page, 'The list');
  const testResult = form.getByRole('region', { name: 'Test of these settings' });
  await form.getByRole('button', { name: 'Test these settings' }).click();
  await form.getByRole('button', { name: 'Read it as a page list' }).click();
  await expect(form.getByRole('textbox', { name: 'Items' })).toBeFocused();
  await form.getByRole('textbox', { name: 'Items' }).fill('article:hover');
  await form.getByRole('button', { name: 'Test these settings' }).click();
  await expect(form.getByRole('textbox', { name: 'Items' })).toHaveAccessibleDescription(/hover/);
  await form.getByRole('textbox', { name: 'Items' }).fill('main article');
  await form.getByRole('textbox', { name: 'Date' }).fill('time@datetime');
  await form.getByRole('textbox', { name: 'Summary' }).fill('p');
  await form.getByRole('button', { name: 'Test these settings' }).click();
  await expect(testResult).toContainText('A check would find 20 items (Page list).');
  await expect(testResult).toContainText('all with a date');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('table', { name: 'Endpoints' })).toContainText('Page list');
  await page.getByRole('button', { name: 'Test The list' }).click();
  await expect(items(page)).toHaveCount(20);
});
