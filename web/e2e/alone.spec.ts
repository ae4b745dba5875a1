import { ADMIN, VIEWER } from './support/accounts';
import { Api } from './support/api';
import { expectAccessible } from './support/axe';
import { suspendDatabase } from './support/database';
import { startIsolatedStack } from './support/isolated-stack';
import { postToSite } from './support/simulator';
import type { Stack } from './support/stack';
import { expect, test as shared } from './support/test';
import { uniqueSource, uniqueWord } from './support/unique';

const test = shared.extend<object, { stack: Stack }>({
  stack: [
    async ({}, provide) => {
      const { stack, stop } = await startIsolatedStack('e2e-alone');
      await provide(stack);
      await stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
});

// The tests share one register, which starts empty: each continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

const WRITE_ACTIONS =
  /Add source|Import|sample|Edit|Archive|Pause|Add an endpoint|Actions for|^Test\b|Settings|Choose files/i;

test('an empty register tells a viewer to ask an editor and offers no actions', async ({ openAs }) => {
  const page = await openAs(VIEWER);
  await page.goto('/newssources');
  await expect(page.getByRole('heading', { name: 'No sources yet' })).toBeVisible();
  await expect(page.getByText('Ask an editor to add the first source.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: WRITE_ACTIONS })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: WRITE_ACTIONS })).toHaveCount(0);
});

test('an empty register offers to import sample sources', async ({ openAs }) => {
  const page = await openAs(ADMIN);
  await page.goto('/newssources');
  await expect(page.getByRole('heading', { name: 'No sources yet' })).toBeVisible();
  await expectAccessible(page, 'empty register');
  await page.getByRole('link', { name: 'Imports', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No imports yet' })).toBeVisible();
  await expectAccessible(page, 'no imports yet');
  await page.goBack();
  await page.getByRole('button', { name: 'Import sample sources' }).click();
  await expect(page).toHaveURL(/\/newssources\/imports\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('status').filter({ hasText: /^(\d+) rows: \1 created\.$/ })).toBeVisible({
    timeout: 30_000,
  });
  await page.getByRole('link', { name: 'Show sources' }).click();
  await expect(page.getByRole('table', { name: 'Sources' }).getByRole('row')).toHaveCount(51);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(/1–50 of \d{2}/);
  // axe reports a row that the pager partly covers as too small a target.
  await expectAccessible(page, 'list of the sample sources', ['target-size']);

  await test.step('the simulated outlets of the sample can be fetched without a network', async () => {
    await page.getByRole('searchbox', { name: 'Search sources' }).fill('valclair');
    await page.getByRole('link', { name: 'Le Courrier de Valclair' }).click();
    const endpoints = page.getByRole('table', { name: 'Endpoints' });
    await expect(endpoints.getByRole('row')).toHaveCount(3 + 1);
    await endpoints.getByRole('button', { name: /^Test/ }).first().click();
    await expect(page.getByRole('dialog', { name: /^Test of/ })).toContainText('A check would find 20 items (RSS).');
  });
});

test('a viewer can read everything and sees no actions', async ({ openAs, stack, allowedConsoleErrors }) => {
  allowedConsoleErrors.push(/status of 403/);
  const mark = uniqueWord();
  const endpoints = [{ url: `https://${mark}.test/rss`, kind: 'rss' as const }];
  const source = await (await Api.as(stack, ADMIN)).createSource(uniqueSource(mark, { endpoints }));
  const page = await openAs(VIEWER);
  await page.goto('/newssources');
  await expect(page.getByRole('table', { name: 'Sources' }).getByRole('row')).toHaveCount(51);
  const actions = () => page.getByRole('main').locator('a, button').filter({ hasText: WRITE_ACTIONS });
  await expect(actions()).toHaveCount(0);

  await page.goto(`/newssources/${source.id}`);
  await expect(page.getByRole('heading', { level: 1, name: source.name })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Endpoints' })).toBeVisible();
  await expect(actions()).toHaveCount(0);
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('list', { name: 'Changes, newest first' })).toContainText('added this source');
  await page.goto(`/newssources/${source.id}/settings`);
  await expect(page).toHaveURL(`/newssources/${source.id}`);
  await page.goto('/newssources/new');
  await expect(page.getByText('Your role can view sources but not change them.')).toBeVisible();
  await page.goto('/newssources/imports');
  await expect(page.getByRole('table', { name: 'Imports' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeHidden();

  const response = await (await Api.as(stack, VIEWER)).request('POST', '', uniqueSource());
  expect(response.status).toBe(403);
});

test('without a network, an incident opens and no source changes its health', async ({ openAs, stack }) => {
  const network = new URL('/', stack.simulator.example);
  network.hostname = 'network-switch.test';
  const page = await openAs(ADMIN);
  await page.goto('/newssources?health=ok');
  const table = page.getByRole('table', { name: 'Sources' });
  // An incident opens when 20 sites fail that worked before.
  await expect.poll(() => table.getByText('Working', { exact: true }).count(), { timeout: 60_000 }).toBeGreaterThan(30);
  const name = await table.getByRole('row').nth(1).getByRole('link').innerText();
  const isOffline = page.getByText(/^The service cannot reach any site/);

  await postToSite(network);
  try {
    await page.goto(`/newssources?q=${encodeURIComponent(name)}`);
    await expect(table.getByText('Working', { exact: true })).toBeVisible();
    await (await Api.as(stack, ADMIN)).request('POST', '/checks', { all: {} });
    await expect(isOffline).toBeVisible({ timeout: 60_000 });
    await expect(table.getByText('Unknown', { exact: true })).toBeVisible();
    await expectAccessible(page, 'list during an incident');
    await page.getByRole('link', { name: 'Show incidents' }).click();
    await expect(page.getByText('Suspended', { exact: true })).toBeVisible();
    await page.goBack();
  } finally {
    await postToSite(network);
  }
  await expect(isOffline).toBeHidden({ timeout: 30_000 });
  await expect(table.getByText('Working', { exact: true })).toBeVisible();
});

test('a database outage is reported, and the page recovers automatically', async ({
  openAs,
  stack,
  allowedConsoleErrors,
}) => {
  allowedConsoleErrors.push(/status of 503/);
  const page = await openAs(ADMIN);
  await page.goto('/newssources');
  const rows = page.getByRole('table', { name: 'Sources' }).getByRole('row');
  await expect(rows).toHaveCount(51);
  const search = page.getByRole('searchbox', { name: 'Search sources' });

  const resumeDatabase = suspendDatabase(stack);
  try {
    await search.fill('herald');
    await expect(page.getByText('The service cannot be reached.')).toBeVisible();
    await expect(page.getByRole('alert')).toBeVisible();
    expect((await fetch(`${stack.metrics}/healthz`)).status, 'liveness').toBe(200);
    expect((await fetch(`${stack.metrics}/readyz`)).status, 'readiness').toBe(503);
  } finally {
    resumeDatabase();
  }
  await expect(page.getByText('The service cannot be reached.')).toBeHidden({ timeout: 30_000 });
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.getByRole('table', { name: 'Sources' }).getByRole('link').first()).toContainText(/herald/i);
});
