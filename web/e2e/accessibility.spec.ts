import { EDITOR } from './support/accounts';
import { expectAccessible } from './support/axe';
import { dropFiles, importWithoutReview } from './support/drop-files';
import { expect, test } from './support/test';
import { uniqueSource, uniqueWord } from './support/unique';

// Checks every screen and state with axe. The fixtures check the CSP in all tests.

test('sign-in, its errors, and the password reset', async ({ page, signIn, allowedConsoleErrors }) => {
  allowedConsoleErrors.push(/status of 40[03]/);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expectAccessible(page, 'sign-in');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Please enter your password.')).toBeVisible();
  await expectAccessible(page, 'sign-in with errors at the fields');
  await signIn(EDITOR, 'wrong');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'sign-in that failed');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('status')).toBeVisible();
  await expectAccessible(page, 'reset');
  await page.getByRole('button', { name: 'Back to sign-in' }).click();
  await signIn('other-domain@elsewhere.test');
  await expect(page.getByRole('heading', { name: 'This account cannot use News Sources' })).toBeVisible();
  await expectAccessible(page, 'not on the list');
});

test('startup failure', async ({ page, allowedConsoleErrors }) => {
  allowedConsoleErrors.push(/could not start/);
  await page.route('**/config.json', (route) => route.fulfill({ body: '{}' }));
  await page.goto('/');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'start-up failure');
});

test.describe('signed in', () => {
  test.use({ account: EDITOR });

  test('the list of sources', async ({ page, api }) => {
    const mark = uniqueWord();
    for (const at of ['a', 'b', 'c'])
      await api.createSource(
        uniqueSource(`${mark}${at}`, {
          country: 'ES',
          languages: ['es', 'ca'],
          tags: ['one', 'two', 'three'],
          endpoints: [{ url: `https://${mark}${at}.test/rss`, kind: 'rss' }],
        }),
      );
    await page.goto(`/newssources?q=${mark}`);
    await expect(page.getByRole('table', { name: 'Sources' }).getByRole('row')).toHaveCount(4);
    await expectAccessible(page, 'list');
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    await expect(page.getByRole('checkbox', { name: /^three/ })).toBeVisible();
    await expectAccessible(page, 'list with a filter open');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Columns' }).click();
    await expect(page.getByRole('menuitemcheckbox', { name: 'Domain' })).toBeVisible();
    await expectAccessible(page, 'list with the columns open');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 360, height: 800 });
    await expectAccessible(page, 'list as cards');
    await page.goto(`/newssources?q=${mark}&country=FR`);
    await expect(page.getByRole('heading', { name: 'No source matches' })).toBeVisible();
    await expectAccessible(page, 'no match');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: /^Account of/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
    await expectAccessible(page, 'user menu');
  });

  test('the list when it fails to load', async ({ page, allowedConsoleErrors }) => {
    allowedConsoleErrors.push(/status of 500/);
    await page.route(/\/newssources\?sort/, (route) =>
      route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"title":"Something broke."}' }),
    );
    await page.goto('/newssources');
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page, 'list that failed');
  });

  test('adding a source', async ({ page, allowedConsoleErrors }) => {
    allowedConsoleErrors.push(/status of 4\d\d/);
    await page.goto('/newssources/new');
    await page.getByText('More', { exact: true }).click();
    await expectAccessible(page, 'new source');
    await page.getByRole('button', { name: 'Save and start' }).click();
    await expect(page.getByRole('textbox', { name: 'Homepage' })).not.toHaveAccessibleDescription('');
    await expectAccessible(page, 'new source with errors');
    await page.getByRole('combobox', { name: 'Country' }).click();
    await expect(page.getByRole('option', { name: 'Spain' })).toBeAttached();
    // The arrow keys scroll the options from the field, which axe can't see.
    await expectAccessible(page, 'new source with a list open', ['scrollable-region-focusable']);
  });

  test('a source: overview, endpoint, history, archived', async ({ page, api }) => {
    const mark = uniqueWord();
    const endpoints = [
      { url: `https://${mark}.test/rss`, kind: 'rss' as const, name: 'Front page', language: 'es' },
      { url: `https://${mark}.test/atom`, kind: 'atom' as const },
    ];
    const source = await api.createSource(uniqueSource(mark, { endpoints, tags: ['one'], notes: 'Some notes.' }));
    await page.goto(`/newssources/${source.id}`);
    await expect(page.getByRole('table', { name: 'Endpoints' })).toBeVisible();
    await expectAccessible(page, 'overview');
    await page.getByRole('button', { name: 'Pause' }).first().click();
    await expect(page.getByRole('dialog', { name: 'Pause', exact: true })).toBeVisible();
    await expectAccessible(page, 'pause');
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(page.getByRole('dialog', { name: 'Edit the endpoint' })).toBeVisible();
    await expectAccessible(page, 'endpoint panel');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'History' }).click();
    await expect(page.getByRole('list', { name: 'Changes, newest first' })).toBeVisible();
    await expectAccessible(page, 'history');
    await page.getByRole('button', { name: 'Archive' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await expectAccessible(page, 'archived, with Undo');
    await page.goto('/newssources/history');
    await expect(page.getByRole('link', { name: source.name }).first()).toBeVisible();
    await expectAccessible(page, 'history of all sources');
  });

  test('a source: settings, conflict, leaving', async ({ page, api, allowedConsoleErrors }) => {
    allowedConsoleErrors.push(/status of 412/);
    const source = await api.createSource(uniqueSource());
    await page.goto(`/newssources/${source.id}/settings`);
    await page.getByRole('textbox', { name: 'Name' }).fill(`${source.name} mine`);
    await expectAccessible(page, 'settings');
    await api.patchSource(source, { name: `${source.name} theirs`, owner: 'Them' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('region', { name: /saved changes while/ })).toBeVisible();
    await expectAccessible(page, 'conflict');
    await page.getByRole('link', { name: 'History' }).click();
    await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    await expectAccessible(page, 'leaving without saving');
  });

  test('not-found pages', async ({ page, allowedConsoleErrors }) => {
    allowedConsoleErrors.push(/status of 404/);
    const unknownId = '00000000-0000-7000-8000-000000000000';
    await page.goto(`/newssources/${unknownId}`);
    await expect(page.getByRole('heading', { name: 'Source not found' })).toBeVisible();
    await expectAccessible(page, 'source not found');
    await page.goto(`/newssources/imports/${unknownId}`);
    await expect(page.getByRole('heading', { name: 'Import not found' })).toBeVisible();
    await expectAccessible(page, 'import not found');
  });

  test('imports and a report', async ({ page }) => {
    const mark = uniqueWord();
    await page.goto('/newssources/imports');
    await dropFiles(page, [{ name: `${mark}.opml`, content: '' }]);
    await expect(page.getByText('This file is empty.')).toBeVisible();
    await expectAccessible(page, 'imports with a rejected file');
    await importWithoutReview(page);
    const content = `<opml><body><outline text="A & b" xmlUrl="https://${mark}.test/?a&b"/><outline text="x" xmlUrl="ftp://x"/></body></opml>`;
    await dropFiles(page, [{ name: `${mark}.opml`, content }]);
    await expect(page.getByText(/^2 rows:/)).toBeVisible();
    await expectAccessible(page, 'report');
    await page.setViewportSize({ width: 360, height: 800 });
    await expectAccessible(page, 'report as cards');
  });
});
