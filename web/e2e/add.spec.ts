import { EDITOR } from './support/accounts';
import { pasteAddress, discoveryFinished, simulatedUrl } from './support/add-page';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';

test.use({ account: EDITOR });

/** The time within which a source must be added, from paste to save. */
const ADD_LIMIT_MS = 30_000;

/** Console messages about requests that a journey expects to be refused. */
const REFUSED = /status of 4\d\d/;

test('a pasted address becomes a source in less than 30 seconds, using only the keyboard', async ({ page, stack }) => {
  await page.goto('/newssources/new');
  const startedAt = Date.now();
  await expect(page.getByRole('textbox', { name: 'Site or feed address' })).toBeFocused();
  await page.keyboard.insertText(stack.simulator.example);
  await page.keyboard.press('Enter');

  const feeds = page.getByRole('list', { name: 'Feeds' });
  await expect(feeds.getByRole('checkbox', { name: 'Portada' })).toBeChecked();
  // Only the main feed is selected. Section feeds follow it; comments are in the closed group of
  // other candidates.
  await expect(feeds.getByRole('checkbox', { name: 'Deportes' })).not.toBeChecked();
  await expect(page.getByText(/^Other \(\d+\)$/)).toBeVisible();
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveValue('El Ejemplo');
  await expect(name).toHaveAccessibleDescription("from the page's data for search engines");
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Spain');
  await expect(page.getByRole('img', { name: 'Proposed logo' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Newest items' }).getByRole('listitem')).toHaveCount(10);
  // Found feeds are selected in their list and have no row in the form.
  await expect(page.getByRole('textbox', { name: /Address of endpoint/ })).toHaveCount(0);

  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('heading', { level: 1, name: 'El Ejemplo' })).toBeVisible();
  expect(Date.now() - startedAt).toBeLessThan(ADD_LIMIT_MS);
  await expect(page.getByRole('table', { name: 'Endpoints' })).toContainText('/rss/portada.xml');

  // The existing source is shown while typing, then in the result, where its endpoints cannot be
  // selected.
  await page.goto('/newssources/new');
  await page.getByRole('textbox', { name: 'Site or feed address' }).fill(stack.simulator.example);
  await expect(page.getByText('A source for this site already exists:')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: 'Portada' })).toBeDisabled();
  await expect(page.getByText('Already an endpoint of El Ejemplo')).toBeVisible();
  await expect(page.getByText('A source for this site already exists:')).toHaveCount(1);
  await discoveryFinished(page);
  await expectAccessible(page, 'site with an existing source');
});

test('an unreachable site shows the reason and advice, and can be saved as a draft', async ({ page, stack }) => {
  await page.goto('/newssources/new');
  const address = page.getByRole('textbox', { name: 'Site or feed address' });
  const found = page.getByRole('region', { name: 'Search result' });
  for (const [host, reason, advice] of [
    ['challenge.test', 'requires a browser', 'ask the publisher'],
    ['robots-forbid.test', 'robots.txt', 'for permission'],
    ['to-private-name.test', 'private or special network', 'public internet'],
    ['nowhere.test', 'host name does not exist', 'Check the address'],
    ['status-410.test', 'permanently gone', 'skip this source'],
  ] as const) {
    await address.fill(simulatedUrl(stack.simulator.example, host, '/feed'));
    await page.keyboard.press('Enter');
    await expect(found).toContainText(reason);
    await expect(found).toContainText(advice);
  }
  await discoveryFinished(page);
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'status-410' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Draft');
});

test('endpoints are added to an existing source', async ({ page, stack, api }) => {
  const home = simulatedUrl(stack.simulator.example, 'beispielzeitung.test');
  const existing = await api.createSource({ name: 'Die Zeitung', homepage_url: home });
  await pasteAddress(page, home);
  await discoveryFinished(page);
  await expect(page.getByText('A source for this site already exists:')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Die Zeitung' })).toHaveAttribute('href', `/newssources/${existing.id}`);
  await expect(page.getByRole('button', { name: 'Save and start' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Add 1 endpoint to Die Zeitung' }).click();
  await expect(page.getByText('1 endpoint was added to “Die Zeitung”.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Die Zeitung' })).toBeVisible();
  expect((await api.getSource(existing.id)).endpoints).toHaveLength(1);
});

test('a second source of a site needs a reason and a different path', async ({
  page,
  stack,
  api,
  allowedConsoleErrors,
}) => {
  allowedConsoleErrors.push(REFUSED);
  const home = simulatedUrl(stack.simulator.example, 'hidden-feeds.test');
  await api.createSource({ name: 'The Whole', homepage_url: home });
  await pasteAddress(page, home);
  await discoveryFinished(page);
  await page.getByRole('button', { name: 'Create a second source' }).click();
  const reason = page.getByRole('textbox', { name: 'Reason for a second source' });
  await expect(reason).toBeFocused();
  await page.getByRole('button', { name: 'Save and start' }).click();
  await expect(reason).toHaveAccessibleDescription(/Enter why a second source is needed/);
  await reason.fill('The sports desk works on its own.');
  await page.getByRole('button', { name: 'Save and start' }).click();
  const homepage = page.getByRole('textbox', { name: 'Homepage' });
  await expect(homepage).toHaveAccessibleDescription(/path/);
  await homepage.fill(`${home}sport`);
  await page.getByRole('textbox', { name: 'Name' }).fill('The Sport');
  await page.getByRole('button', { name: 'Save and start' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The Sport' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('The sports desk works on its own.');
});

test('only the main feed of a site is preselected', async ({ page, stack }) => {
  await pasteAddress(page, simulatedUrl(stack.simulator.example, 'formats.test'));
  await discoveryFinished(page);
  const main = page.getByRole('list', { name: 'Feeds', exact: true }).getByRole('checkbox');
  await expect(main).toHaveCount(1);
  await expect(main).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Sport' })).not.toBeChecked();
  // The space bar toggles the selection.
  await main.focus();
  await page.keyboard.press('Space');
  await expect(main).not.toBeChecked();
});

test('credentials are removed from the address and sent only to its server', async ({ page, stack, api }) => {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  const home = new URL(simulatedUrl(stack.simulator.example, 'password.test'));
  home.username = 'reader';
  home.password = 'open-sesame';
  await pasteAddress(page, home.href);
  await discoveryFinished(page);
  await expect(page.getByRole('textbox', { name: 'Site or feed address' })).toHaveValue(
    simulatedUrl(stack.simulator.example, 'password.test'),
  );
  await expect(page.getByText('The user name and password are stored encrypted')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Feeds' }).getByRole('checkbox', { name: 'News' })).toBeChecked();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('heading', { level: 1, name: 'Members Only' })).toBeVisible();
  const source = await api.getSource(page.url().split('/').at(-1) ?? '');
  expect(source.endpoints.map(({ has_credentials }) => has_credentials)).toEqual([true]);
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect([stored, JSON.stringify(source), ...urls].join()).not.toContain('open-sesame');
});

test('a page without a feed is proposed as a page list, saved with its recipe and tested', async ({
  page,
  stack,
  api,
}) => {
  const home = simulatedUrl(stack.simulator.example, 'list-only.test');
  await pasteAddress(page, home);
  await discoveryFinished(page);
  const found = page.getByRole('region', { name: 'Search result' });
  await expect(found).toContainText('1 page list');
  await expect(found.getByRole('checkbox', { name: /^The List/ })).toBeChecked();
  await expect(found.getByRole('list', { name: 'Warnings' })).toContainText('No feed was found.');
  await expect(found.getByRole('list', { name: 'Newest items' }).getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page, 'a page without a feed');
  await page.getByRole('button', { name: 'Save and start' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The List' })).toBeVisible();
  const source = await api.getSource(page.url().split('/').at(-1) ?? '');
  expect(source.endpoints.map(({ kind, url, recipe }) => ({ kind, url, list: recipe?.list }))).toEqual([
    { kind: 'html_list', url: home, list: 'article' },
  ]);
  await page.getByRole('button', { name: /^Test The List/ }).click();
  await expect(page.getByRole('list', { name: 'Newest items' }).getByRole('listitem')).toHaveCount(20);

  // A second discovery does not offer the registered page list again.
  await pasteAddress(page, home);
  await discoveryFinished(page);
  await expect(found).toContainText('Already an endpoint of The List');
  await expect(found.getByRole('checkbox')).toBeDisabled();
});

test('the search of a slow site shows results early, can be stopped and repeated, and ends when pages hang', async ({
  page,
  stack,
}) => {
  await pasteAddress(page, simulatedUrl(stack.simulator.example, 'sections-hang.test'));
  const found = page.getByRole('region', { name: 'Search result' });
  await expect(found.getByRole('checkbox', { name: 'Odd' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Name' })).not.toHaveValue('');
  await page.getByRole('button', { name: 'Stop searching' }).click();
  await expect(found).toContainText('You stopped the search.');
  await found.getByRole('button', { name: 'Search again' }).click();
  // The sections never respond: after two of them, the search requests no more of the site.
  await expect(found).toContainText('Could not be read (3)', { timeout: 30_000 });
  await expect(found.getByRole('checkbox', { name: 'Odd' })).toBeChecked();
  await found.getByText(/^Addresses tried/).click();
  await expect(found).toContainText('The site took too long to start its response.');
});
