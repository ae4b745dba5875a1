import { ADMIN, EDITOR } from './support/accounts';
import { expect, test } from './support/test';

const WIDTHS = [360, 1130, 1280, 1320, 2560];

test.describe('specified layout and colours', () => {
  test.use({ account: EDITOR });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of WIDTHS) {
      test(`at ${width} px, ${colorScheme}`, async ({ page }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await page.goto('/');
        await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();

        const toolbar = page.getByRole('banner');
        await expect(toolbar).toHaveCSS('background-color', 'rgb(0, 74, 159)');
        await expect(toolbar).toHaveCSS('color', 'rgb(255, 255, 255)');
        expect(await toolbar.boundingBox()).toEqual({ x: 0, y: 0, width, height: 64 });
        const title = toolbar.getByRole('link', { name: 'News Sources' });
        await expect(title).toHaveAttribute('href', '/');
        await expect(title).toHaveCSS('color', 'rgb(255, 255, 255)');
        await expect(title).toBeInViewport({ ratio: 1 });

        const content = page.getByRole('main');
        await expect(content).toHaveCSS('margin', '16px');
        expect(await content.boundingBox()).toEqual({ x: 16, y: 80, width: width - 32, height: 800 - 98 });
        await expect(content).toHaveCSS('overflow-y', 'auto');

        const { documentScrolls, contentScrollsSideways } = await page.evaluate(() => {
          const root = document.scrollingElement!;
          const main = document.querySelector('main')!;
          return {
            documentScrolls: root.scrollHeight > root.clientHeight || root.scrollWidth > root.clientWidth,
            contentScrollsSideways: main.scrollWidth > main.clientWidth,
          };
        });
        expect(documentScrolls, 'the document scrolls').toBe(false);
        expect(contentScrollsSideways, 'the content scrolls sideways').toBe(false);
      });
    }
  }

  test('long content scrolls in the content area, below a fixed toolbar', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 400 });
    await page.goto('/?next=/newssources/new');
    await page.getByText('More', { exact: true }).click();
    const content = page.getByRole('main');
    await page.getByLabel('Notes', { exact: true }).scrollIntoViewIfNeeded();
    expect(await content.evaluate((main) => main.scrollTop)).toBeGreaterThan(0);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 });
  });
});

test.describe('route guards', () => {
  test('signed out: every path redirects to the root, with a requested page in `next`', async ({ page }) => {
    await page.goto('/newssources/imports?x=1');
    await expect(page).toHaveURL('/?next=%2Fnewssources%2Fimports%3Fx%3D1');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

    await page.goto('/some/where/else?x=1#y');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  test('signed in: the root and unknown paths redirect to the sources', async ({ openAs }) => {
    const page = await openAs(EDITOR);
    for (const path of ['/', '/nowhere', '/index.php?x=1', '/newssources/']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/newssources\/?$/);
      await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
    }
    await page.getByRole('link', { name: 'Imports' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Imports' })).toBeVisible();
    await page.getByRole('link', { name: 'News Sources' }).click();
    await expect(page).toHaveURL('/newssources');
  });

  test('a next parameter outside the app is ignored', async ({ openAs }) => {
    const page = await openAs(EDITOR);
    for (const next of ['//example.com/newssources', 'https://example.com/', '/\\example.com', '/elsewhere', 'x']) {
      await page.goto(`/?next=${encodeURIComponent(next)}`);
      await expect(page).toHaveURL('/newssources');
    }
  });
});

test('the code of each page loads when the page is first shown', async ({ page, signIn }) => {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname);
  });

  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
  const signInScripts = scripts.size;

  await signIn(EDITOR);
  await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
  // The open stream prevents "networkidle". Its indicator appears after the page has loaded.
  await expect(page.getByRole('button', { name: /Refresh now/ })).toBeVisible();
  const sourcesScripts = scripts.size;
  expect(sourcesScripts).toBeGreaterThan(signInScripts);

  await page.getByRole('link', { name: 'Imports' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Imports' })).toBeVisible();
  expect(scripts.size).toBeGreaterThan(sourcesScripts);
});

test.describe('the toolbar of an administrator', () => {
  test.use({ account: ADMIN });

  for (const width of [1000, 1130, 1280]) {
    test(`has room for its links at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/newssources');
      await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
      await expect(page.getByRole('button', { name: /Refresh now/ })).toBeVisible();
      const areas = page.getByRole('navigation', { name: 'Areas' });
      expect(await areas.evaluate((nav) => nav.scrollWidth - nav.clientWidth)).toBe(0);
    });
  }
});
