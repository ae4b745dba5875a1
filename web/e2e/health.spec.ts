import type { Page } from '@playwright/test';
import type { SeenItemPage, SourceHealth } from '@/api/gen/types.gen';
import { EDITOR } from './support/accounts';
import { expectAccessible } from './support/axe';
import type { Stack } from './support/stack';
import { expect, test } from './support/test';
import { uniqueSource, uniqueWord } from './support/unique';

test.use({ account: EDITOR });

/**
 * Returns a unique address of a simulated site that no other journey uses, so that its first check
 * starts at once.
 */
function uniqueUrl({ simulator }: Stack, host: string, path = '/feed'): string {
  const address = new URL(path, simulator.example);
  address.hostname = host;
  address.searchParams.set('journey', uniqueWord());
  return address.href;
}

test('the page of a source shows what the checks observe', async ({ page, api, stack }) => {
  const source = await api.createSource(
    uniqueSource(uniqueWord(), {
      lifecycle: 'active',
      endpoints: [
        { url: uniqueUrl(stack, 'chain.test'), kind: 'rss', name: 'Works' },
        { url: uniqueUrl(stack, 'status-404.test'), kind: 'rss', name: 'Broken' },
      ],
    }),
  );
  await page.goto(`/newssources/${source.id}`);
  await expect(page.getByText('There is no page at this address (404), on 1 of 2 endpoints.')).toBeVisible({
    timeout: 60_000,
  });
  const endpoints = page.getByRole('table', { name: 'Endpoints' });
  await expect(endpoints.getByRole('row', { name: /Works/ })).toContainText('Working', { timeout: 60_000 });
  await expect(endpoints.getByRole('row', { name: /Broken/ })).toContainText('Failed recently');

  await page.getByRole('button', { name: 'Actions for Broken' }).click();
  await page.getByRole('menuitem', { name: 'Check now' }).click();
  await expect(page.getByText('The check starts within seconds.')).toBeVisible();

  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText(/^2 endpoints are checked/)).toBeVisible();

  await page.getByRole('link', { name: 'Show the checks' }).click();
  const health = page.getByRole('region', { name: 'Health' });
  // The requested check waits for a slot of the worker, which the checks of other journeys may
  // hold.
  await expect(health).toContainText(/Next check in \d+ (min|h), because/, { timeout: 60_000 });
  await expect(health).toContainText('What you can do:');
  const checks = page.getByRole('list', { name: 'Checks, newest first' });
  await checks.getByText('Page not found').first().click();
  await expect(checks).toContainText('First byte');
  const responses = page.getByRole('region', { name: 'Stored responses' });
  await responses.getByText('Last failure').click();
  await responses.getByText('Headers').click();
  await expect(responses).toContainText('Content-Type');
  await expect(responses.getByRole('group', { name: 'Start of the body' })).toBeVisible();
  await expectAccessible(page, 'checks of an endpoint');

  await page.getByRole('combobox', { name: 'Endpoint' }).selectOption({ label: await optionOf(page, 'Works') });
  await expect(health).toContainText('Working');
  await checks
    .getByText(/items, \d+ new/)
    .first()
    .click();
  await expect(checks.getByRole('list', { name: 'Redirects' })).toContainText('moved permanently');
  const shown = page.getByRole('combobox', { name: 'Checks to show' });
  await shown.selectOption('With new items');
  await page.reload();
  await expect(checks.getByRole('listitem')).toHaveCount(1); // only the first check found new items
  await shown.selectOption('Failed');
  await expect(page.getByText('No check of this endpoint has failed in the last 90 days.')).toBeVisible();

  await page.getByRole('link', { name: 'Items', exact: true }).click();
  const items = page.getByRole('list', { name: 'Items, newest first' }).getByRole('listitem');
  await expect(items.first()).toContainText('found');
  await expectAccessible(page, 'items of an endpoint');
  await page.getByRole('searchbox', { name: 'Search' }).fill('no-item-has-this-word');
  await expect(page.getByRole('heading', { name: 'No item matches' })).toBeVisible();

  await page.goto(`/newssources?q=${encodeURIComponent(source.name)}&health=degraded`);
  const row = page.getByRole('row', { name: new RegExp(source.name) });
  await expect(row).toContainText('Failed recently');
  await page.getByRole('checkbox', { name: `Select ${source.name}` }).check();
  await page.getByRole('region', { name: 'Selected sources' }).getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText(/^2 endpoints are checked/).last()).toBeVisible();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('button', { name: 'Remove filter Health' }).click();
  await page.getByRole('search').getByRole('button', { name: 'Health', exact: true }).click();
  const states = page.getByRole('dialog', { name: 'Health' });
  await expect(states.getByRole('checkbox', { name: 'Failed recently 1' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /^Work/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Work' })).toBeVisible();
  await expectAccessible(page, 'work');
});

async function optionOf(page: Page, name: string): Promise<string> {
  return page.getByRole('option', { name: new RegExp(`^${name}`) }).innerText();
}

test('a subscription at a WebSub hub and its last delivery are shown', async ({ page, api, stack }) => {
  const url = uniqueUrl(stack, 'announces.test');
  const source = await api.createSource(
    uniqueSource(uniqueWord(), { lifecycle: 'active', endpoints: [{ url, kind: 'rss', name: 'Announced' }] }),
  );
  await page.goto(`/newssources/${source.id}/checks`);
  const health = page.getByRole('region', { name: 'Health' });
  // A check finds the hub, and the job that subscribes runs every 30 seconds.
  await expect(health).toContainText('Subscribed at the WebSub hub hub.test', { timeout: 90_000 });
  await expect(health).toContainText('No delivery so far');
  await expectAccessible(page, 'a subscription at a WebSub hub');

  const site = new URL(url);
  const { port, pathname } = site;
  // A POST request publishes an item and makes the hub send a delivery. The simulator reads the
  // host from the Host header.
  const published = await page.request.post(`http://127.0.0.1:${port}${pathname}`, { headers: { Host: site.host } });
  expect(published.ok()).toBe(true);
  await expect(health).toContainText('Last delivery:', { timeout: 60_000 });
  await expect(page.getByRole('list', { name: 'Checks, newest first' })).toContainText('20 items, 1 new', {
    timeout: 90_000, // at least a minute after the last check
  });
});

test('work is assigned, filtered, snoozed and undone', async ({ page, api, stack }) => {
  const source = await api.createSource(
    uniqueSource(uniqueWord(), {
      lifecycle: 'active',
      endpoints: [
        { url: uniqueUrl(stack, new URL(stack.simulator.example).hostname, '/'), kind: 'rss', name: 'A page' },
      ],
    }),
  );
  // A page instead of a feed makes the source suspect after a few checks.
  await expect
    .poll(
      async () => {
        await api.request('POST', `/${source.id}/check`);
        return ((await (await api.request('GET', `/${source.id}/health`)).json()) as SourceHealth).state;
      },
      { timeout: 90_000, intervals: [2_000] },
    )
    .toBe('suspect');

  await page.goto('/newssources/work?assignee=none');
  const row = page.getByRole('listitem').filter({ hasText: source.name });
  await row.getByRole('button', { name: `Assign ${source.name} to me` }).click();
  await expect(page.getByText(`${source.name} is assigned to`)).toBeVisible();
  await expect(row).toBeHidden();
  await page.getByRole('combobox', { name: 'Assignee' }).selectOption('Assigned to me');
  await expect(page).toHaveURL(/assignee=me/);
  await expect(row.getByRole('button', { name: new RegExp(`^${source.name} is assigned to`) })).toBeVisible();
  await expectAccessible(page, 'assigned work');

  await row.getByRole('button', { name: `Snooze ${source.name}` }).press('Enter');
  await expectAccessible(page, 'the choices of a snooze');
  await page
    .getByRole('dialog', { name: `Snooze ${source.name}` })
    .getByRole('button', { name: '1 week' })
    .press('Enter');
  await expect(page.getByText(`${source.name} is snoozed until`)).toBeVisible();
  await expect(row).toBeHidden();
  await page.getByRole('link', { name: /^\d+ snoozed$/ }).click();
  await expect(row).toContainText(/until \d+ \w+ \d+/);
  await expectAccessible(page, 'snoozed work');
  await page.getByRole('link', { name: 'Back to the work list' }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: `${source.name} is snoozed` })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(page.getByText(`${source.name} is no longer snoozed.`)).toBeVisible();
  await expect(row).toBeVisible();

  await page.goto(`/newssources?assignee=me&q=${encodeURIComponent(source.name)}`);
  await expect(page.getByRole('row', { name: new RegExp(source.name) })).toBeVisible();
  await page.goto(`/newssources/${source.id}/history`);
  await expect(page.getByText(/assigned this source to/)).toBeVisible();
});

test('items of an identity storm are held until a member stores or discards them', async ({ page, api, stack }) => {
  const urls = ['reissues.test', 'reissues.test', 'reissues.test'].map((host) => uniqueUrl(stack, host));
  const source = await api.createSource(
    uniqueSource(uniqueWord(), {
      lifecycle: 'active',
      endpoints: ['Live page', 'Reissued'].map((name, i) => ({ url: urls[i] as string, kind: 'rss' as const, name })),
    }),
  );
  const other = await api.createSource(
    uniqueSource(uniqueWord(), { lifecycle: 'active', endpoints: [{ url: urls[2] as string, kind: 'rss' }] }),
  );
  /** Requests checks until all endpoints are in a state. */
  const checkUntil = (state: string) =>
    expect
      .poll(
        async () => {
          const states: string[] = [];
          for (const { id } of [source, other]) {
            await api.request('POST', `/${id}/check`);
            const health = (await (await api.request('GET', `/${id}/health`)).json()) as SourceHealth;
            states.push(...health.endpoints.map((endpoint) => endpoint.state));
          }
          return states.join();
        },
        { timeout: 90_000, intervals: [1_000] },
      )
      .toBe(`${state},${state},${state}`);
  await checkUntil('ok');
  for (const url of urls) {
    const { host, port, pathname, search } = new URL(url);
    // A POST request changes the GUIDs. The simulator reads the host from the Host header.
    const changed = await page.request.post(`http://127.0.0.1:${port}${pathname}${search}`, {
      headers: { Host: host },
    });
    expect(changed.ok()).toBe(true);
  }
  await checkUntil('suspect');

  await page.goto('/newssources/work?assignee=none');
  const listed = page.getByRole('list', { name: 'Changed item IDs' });
  const group = page.getByRole('heading', { name: 'Changed item IDs' });
  await group.waitFor();
  if (!(await listed.isVisible())) await group.click();
  await listed.getByRole('checkbox', { name: `Select ${other.name}` }).check();
  await page.getByRole('button', { name: 'Discard as duplicates' }).click();
  const dialog = page.getByRole('dialog', { name: 'Discard as duplicates' });
  await expect(dialog).toContainText('Discard 20 held items of 1 source (1 endpoint).');
  await expectAccessible(page, 'confirmation of a decision about held items');
  await dialog.getByRole('button', { name: 'Discard 20 held items' }).click();
  await expect(page.getByText('20 items of 1 endpoint were discarded.')).toBeVisible();
  await expect(listed.getByRole('link', { name: other.name, exact: true })).toBeHidden();
  await listed.getByRole('link', { name: source.name, exact: true }).click();
  const panel = page.getByRole('region', { name: 'Held items' });
  await expect(panel).toContainText('20 of 20 items in the feed are known articles with new IDs since');
  await expect(panel.getByRole('list', { name: '10 of the 20 held items' }).getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page, 'held items');

  const choose = async (name: string) =>
    page.getByRole('combobox', { name: 'Endpoint' }).selectOption({ label: await optionOf(page, name) });
  await choose('Live page');
  await panel.getByRole('button', { name: 'Store as new items' }).press('Enter');
  await expect(page.getByText('20 items were stored as new.')).toBeVisible();
  await expect(panel).toBeHidden();
  await choose('Reissued');
  await panel.getByRole('button', { name: 'Discard as duplicates' }).press('Enter');
  await expect(page.getByText('20 items were discarded.')).toBeVisible();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('region', { name: 'Health' })).toContainText('Working');

  const itemsOf = async (id: string) =>
    ((await (await api.request('GET', `/endpoints/${id}/items?limit=100`)).json()) as SeenItemPage).items.length;
  expect(await Promise.all(source.endpoints.map(({ id }) => itemsOf(id)))).toEqual([40, 20]);
  await page.getByRole('link', { name: 'History', exact: true }).click();
  await expect(page.getByText('stored 20 held items of endpoint “Live page” as new')).toBeVisible();
  await expect(page.getByText('discarded 20 held items of endpoint “Reissued” as duplicates')).toBeVisible();
});

test('a paper changes hands, and its items are held until a member decides; a redesign changes nothing', async ({
  page,
  api,
  stack,
}) => {
  const urls = ['casino in another language', 'redesign'].map((change) => {
    const url = new URL(uniqueUrl(stack, 'papers.test'));
    url.searchParams.set('change', change);
    url.searchParams.set('language', 'de');
    return url.href;
  });
  const source = await api.createSource(
    uniqueSource(uniqueWord(), {
      lifecycle: 'active',
      endpoints: ['Sold', 'Redesigned'].map((name, i) => ({ url: urls[i] as string, kind: 'rss' as const, name })),
    }),
  );
  /** Requests checks until the endpoints have these states. */
  const checkUntil = (states: string) =>
    expect
      .poll(
        async () => {
          await api.request('POST', `/${source.id}/check`);
          const health = (await (await api.request('GET', `/${source.id}/health`)).json()) as SourceHealth;
          return health.endpoints.map((endpoint) => endpoint.state).join();
        },
        { timeout: 90_000, intervals: [1_000] },
      )
      .toBe(states);
  await checkUntil('ok,ok');
  for (const url of urls) {
    const { host, port, pathname, search } = new URL(url);
    const changed = await page.request.put(`http://127.0.0.1:${port}${pathname}${search}`, { headers: { Host: host } });
    expect(changed.ok()).toBe(true);
  }
  await checkUntil('suspect,ok');

  await page.goto(`/newssources/${source.id}/checks`);
  const panel = page.getByRole('region', { name: 'Held items' });
  await expect(panel).toContainText('The items seem to be those of another outlet');
  await expect(panel.getByRole('row', { name: /^Name / })).toBeVisible();
  await expect(panel.getByRole('row', { name: /^Titles / })).toBeVisible();
  await expectAccessible(page, 'another outlet');
  const itemsOf = async (id: string) =>
    ((await (await api.request('GET', `/endpoints/${id}/items?limit=100`)).json()) as SeenItemPage).items.length;
  const [sold, redesigned] = source.endpoints;
  expect([await itemsOf(sold?.id ?? ''), await itemsOf(redesigned?.id ?? '')]).toEqual([20, 23]);

  await panel.getByRole('button', { name: 'Archive the source' }).press('Enter');
  await page.getByRole('alert').filter({ hasText: 'is archived' }).getByRole('button', { name: 'Undo' }).click();
  await expect(panel).toContainText('The items seem to be those of another outlet');
  await panel.getByRole('button', { name: 'It is the same outlet' }).press('Enter');
  await expect(page.getByText('20 items were stored as new.')).toBeVisible();
  await expect(panel).toBeHidden();
  await checkUntil('ok,ok');
  expect(await itemsOf(sold?.id ?? '')).toBe(40);
});
