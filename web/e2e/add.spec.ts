import { EDITOR } from './support/accounts';
import { expectAccessible } from './support/axe';
import { pasteAddress, lookupFinished, simulatedUrl } from './support/add-page';
import { expect, test } from './support/test';

test.use({ account: EDITOR });

/** What the customer was promised: from paste to save. */
const PROMISE_MS = 30_000;

/** Refusals that a journey is about are in the console, too. */
const REFUSED = /status of 4\d\d/;

test('from paste to a saved source by keyboard alone, in less than 30 seconds', async ({ page, stack }) => {
  await page.goto('/newssources/new');
  const began = Date.now();
  await expect(page.getByRole('textbox', { name: 'Paste any address' })).toBeFocused();
  await page.keyboard.insertText(stack.simulator.example);
  await page.keyboard.press('Enter');

  const feeds = page.getByRole('list', { name: 'Feeds' });
  await expect(feeds.getByRole('checkbox', { name: 'Portada' })).toBeChecked();
  await expect(feeds.getByRole('checkbox', { name: 'Deportes' })).toBeChecked();
  await expect(feeds.getByRole('checkbox', { name: 'Comentarios' })).not.toBeChecked();
  await expect(feeds.getByRole('listitem').last()).toContainText('Comentarios');
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveValue('El Ejemplo');
  await expect(name).toHaveAccessibleDescription('from JSON-LD');
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Spain');
  await expect(page.getByRole('img', { name: 'The proposed logo' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'The newest items' }).getByRole('listitem')).toHaveCount(10);
  // What was found is chosen in its own list only.
  await expect(page.getByRole('textbox', { name: /Address of endpoint/ })).toHaveCount(0);

  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('heading', { level: 1, name: 'El Ejemplo' })).toBeVisible();
  expect(Date.now() - began).toBeLessThan(PROMISE_MS);
  await expect(page.getByRole('table', { name: 'Endpoints' })).toContainText('/rss/portada.xml');

  // Never twice: said while typing, and again in the proposal, where nothing that is gathered can be chosen.
  await page.goto('/newssources/new');
  await page.getByRole('textbox', { name: 'Paste any address' }).fill(stack.simulator.example);
  await expect(page.getByText('This outlet is already in the register:')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(feeds.getByRole('checkbox', { name: 'Portada' })).toBeDisabled();
  await expect(feeds).toContainText('Already collected for El Ejemplo');
  await expect(page.getByText('This outlet is already in the register:')).toHaveCount(1);
  await lookupFinished(page);
  await expectAccessible(page, 'an outlet that is there');
});

test('what is wrong with a site is said in words, with what to do; it can still be kept as a draft', async ({
  page,
  stack,
}) => {
  await page.goto('/newssources/new');
  const address = page.getByRole('textbox', { name: 'Paste any address' });
  const found = page.getByRole('region', { name: 'What was found' });
  for (const [host, words, advice] of [
    ['challenge.test', 'wants to see a browser', 'Ask the publisher'],
    ['robots-forbid.test', 'robots.txt', 'for leave'],
    ['to-private-name.test', 'private or special network', 'public internet'],
    ['nowhere.test', 'no site with this name', 'slip in the name'],
    ['status-410.test', 'gone for good', 'leave it out'],
  ] as const) {
    await address.fill(simulatedUrl(stack.simulator.example, host, '/feed'));
    await page.keyboard.press('Enter');
    await expect(found).toContainText(words);
    await expect(found).toContainText(advice);
  }
  await lookupFinished(page);
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'status-410' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Draft');
});

test('the feeds of an outlet that is there already are added to it', async ({ page, stack, api }) => {
  const home = simulatedUrl(stack.simulator.example, 'beispielzeitung.test');
  const there = await api.createSource({ name: 'Die Zeitung', homepage_url: home });
  await pasteAddress(page, home);
  await lookupFinished(page);
  await expect(page.getByText('This outlet is already in the register:')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Die Zeitung' })).toHaveAttribute('href', `/newssources/${there.id}`);
  await expect(page.getByRole('button', { name: 'Save and start' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Add 2 feeds to Die Zeitung' }).click();
  await expect(page.getByText('2 feeds are added to “Die Zeitung”.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Die Zeitung' })).toBeVisible();
  expect((await api.getSource(there.id)).endpoints).toHaveLength(2);
});

test('a second source of an outlet takes a reason, and a path that tells it apart', async ({
  page,
  stack,
  api,
  allowedConsoleErrors,
}) => {
  allowedConsoleErrors.push(REFUSED);
  const home = simulatedUrl(stack.simulator.example, 'hidden-feeds.test');
  await api.createSource({ name: 'The Whole', homepage_url: home });
  await pasteAddress(page, home);
  await lookupFinished(page);
  await page.getByRole('button', { name: 'Add as a source of its own' }).click();
  const reason = page.getByRole('textbox', { name: 'Why a second source' });
  await expect(reason).toBeFocused();
  await page.getByRole('button', { name: 'Save and start' }).click();
  await expect(reason).toHaveAccessibleDescription(/Please say in a few words/);
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

test('a feed whose items are in another one says so, and is not chosen', async ({ page, stack }) => {
  await pasteAddress(page, simulatedUrl(stack.simulator.example, 'formats.test'));
  await lookupFinished(page);
  const feeds = page.getByRole('list', { name: 'Feeds' });
  const again = feeds.getByRole('listitem').filter({ hasText: '/feed.rss' });
  await expect(again).toContainText(/\d+ of \d+ items are also in formats\.test.*\/feed\.atom/);
  await expect(again.getByRole('checkbox')).not.toBeChecked();
  // Arrows move among the feeds, and the space bar chooses; what a person chose stays.
  await feeds.getByRole('checkbox').first().focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await expect(feeds.getByRole('checkbox').first()).toBeFocused();
  await page.keyboard.press('Space');
  await expect(feeds.getByRole('checkbox').first()).not.toBeChecked();
});

test('user name and password leave the address, and only go where they belong', async ({ page, stack, api }) => {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  const home = new URL(simulatedUrl(stack.simulator.example, 'password.test'));
  home.username = 'reader';
  home.password = 'open-sesame';
  await pasteAddress(page, home.href);
  await lookupFinished(page);
  await expect(page.getByRole('textbox', { name: 'Paste any address' })).toHaveValue(
    simulatedUrl(stack.simulator.example, 'password.test'),
  );
  await expect(page.getByText('The user name and the password are kept apart and sealed')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Feeds' }).getByRole('checkbox', { name: 'News' })).toBeChecked();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('heading', { level: 1, name: 'Members Only' })).toBeVisible();
  const source = await api.getSource(page.url().split('/').at(-1) ?? '');
  expect(source.endpoints.map(({ has_credentials }) => has_credentials)).toEqual([true]);
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect([kept, JSON.stringify(source), ...urls].join()).not.toContain('open-sesame');
});

test('a page without a feed is proposed as a list, saved with its recipe, and tested', async ({ page, stack, api }) => {
  const home = simulatedUrl(stack.simulator.example, 'list-only.test');
  await pasteAddress(page, home);
  await lookupFinished(page);
  const found = page.getByRole('region', { name: 'What was found' });
  await expect(found).toContainText('1 HTML list');
  await expect(found.getByRole('checkbox', { name: /^The List/ })).toBeChecked();
  await expect(found.getByRole('list', { name: 'What is odd' })).toContainText('There is no feed.');
  await expect(found.getByRole('list', { name: 'The newest items' }).getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page, 'a page without a feed');
  await page.getByRole('button', { name: 'Save and start' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The List' })).toBeVisible();
  const source = await api.getSource(page.url().split('/').at(-1) ?? '');
  expect(source.endpoints.map(({ kind, url, recipe }) => ({ kind, url, list: recipe?.list }))).toEqual([
    { kind: 'html_list', url: home, list: 'article' },
  ]);
  await page.getByRole('button', { name: /^Test The List/ }).click();
  await expect(page.getByRole('list', { name: 'The newest items' }).getByRole('listitem')).toHaveCount(20);

  // Once it is gathered, a second search doesn't propose it again.
  await pasteAddress(page, home);
  await lookupFinished(page);
  await expect(found).toContainText('Already collected for The List');
  await expect(found.getByRole('checkbox')).toBeDisabled();
});

test('a slow site shows what is known so far; its search can be stopped, begun again, and ends by itself', async ({
  page,
  stack,
}) => {
  await pasteAddress(page, simulatedUrl(stack.simulator.example, 'sections-hang.test'));
  const found = page.getByRole('region', { name: 'What was found' });
  await expect(found.getByRole('checkbox', { name: 'Odd' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Name' })).not.toHaveValue('');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(found).toContainText('The search was stopped.');
  await found.getByRole('button', { name: 'Search again' }).click();
  // What it takes to wait for sections that never answer: the whole time of a search.
  await expect(found).toContainText('The time was over before everything was looked at.', { timeout: 30_000 });
  await expect(found.getByRole('checkbox', { name: 'Odd' })).toBeChecked();
  await found.getByText(/announced addresses aren’t feeds/).click();
  await expect(found).toContainText('The site took too long to begin its answer.');
  await expect(found.getByRole('button', { name: 'Search again' })).toBeVisible();
});
