import type { SuggestionPage } from '@/api/gen/types.gen';
import { EDITOR } from './support/accounts';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';
import { uniqueSource, uniqueWord } from './support/unique';

test.use({ account: EDITOR });

test('a moved feed is suggested, accepted and undone', async ({ page, api, stack }) => {
  const at = (host: string) => {
    const address = new URL('/feed', stack.simulator.example);
    address.hostname = host;
    address.searchParams.set('journey', word);
    return address.href;
  };
  const word = uniqueWord();
  const [before, after] = [at('moves-away.test'), at('moved-here.test')];
  const source = await api.createSource(
    uniqueSource(uniqueWord(), { lifecycle: 'active', endpoints: [{ url: before, kind: 'rss', name: 'Main feed' }] }),
  );
  const address = async () => (await api.getSource(source.id)).endpoints[0]?.url;
  await expect
    .poll(
      async () => {
        await api.request('POST', `/${source.id}/check`);
        const found = await api.request('GET', `/suggestions?source_id=${source.id}`);
        return ((await found.json()) as SuggestionPage).items.map(({ evidence }) => evidence.target);
      },
      { timeout: 90_000, intervals: [2_000] },
    )
    .toEqual([after]);

  await page.goto(`/newssources/${source.id}`);
  const suggestions = page.getByRole('region', { name: 'Suggestions' });
  await expect(suggestions).toContainText(`Use ${after}`);
  await expect(suggestions).toContainText('20 of 20 items match.');
  await expectAccessible(page, 'a source with a suggestion');

  await page.getByRole('link', { name: /^Work(?!ing)/ }).click();
  await page.getByRole('link', { name: /^Suggestions/ }).click();
  const row = page.getByRole('list', { name: 'Moved' }).getByRole('listitem').filter({ hasText: source.name });
  await expect(row).toContainText('20 of 20 items match.');
  await expectAccessible(page, 'work with suggestions');
  await row.getByRole('button', { name: /^Accept/ }).click();
  await expect(page.getByText(`The suggestion for ${source.name} was accepted.`)).toBeVisible();
  await expect(row).toBeHidden();
  expect(await address()).toBe(after);

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText(`The suggestion for ${source.name} was undone.`)).toBeVisible();
  expect(await address()).toBe(before);
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: /^Dismiss/ }).click();
  await expect(row).toBeHidden();

  await page.goto(`/newssources/${source.id}/history`);
  await expect(page.getByText(/accepted the suggestion to use the new address of endpoint “Main feed”/)).toBeVisible();
});

test('a time zone is suggested for dates without one, accepted and undone', async ({ page, api, stack }) => {
  const address = new URL('/feed', stack.simulator.example);
  address.hostname = 'local-time.test';
  address.searchParams.set('journey', uniqueWord());
  const source = await api.createSource(
    uniqueSource(uniqueWord(), {
      lifecycle: 'active',
      country: 'ES',
      endpoints: [{ url: address.href, kind: 'rss', name: 'Main feed' }],
    }),
  );
  const zone = async () => (await api.getSource(source.id)).endpoints[0]?.default_zone;
  await expect
    .poll(
      async () => {
        await api.request('POST', `/${source.id}/check`);
        const found = await api.request('GET', `/suggestions?source_id=${source.id}`);
        return ((await found.json()) as SuggestionPage).items.map(({ evidence }) => evidence.after);
      },
      { timeout: 90_000, intervals: [2_000] },
    )
    .toEqual(['Europe/Madrid']);

  await page.goto('/newssources/work/suggestions');
  const row = page.getByRole('list', { name: 'Settings' }).getByRole('listitem').filter({ hasText: source.name });
  await expect(row).toContainText('Read dates without a zone as Europe/Madrid');
  await expect(row).toContainText(/new items were dated up to \d+ (min|h).* after the check that found them\./);
  await row.getByRole('button', { name: /^Accept/ }).click();
  await expect(row).toBeHidden();
  expect(await zone()).toBe('Europe/Madrid');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText(`The suggestion for ${source.name} was undone.`)).toBeVisible();
  expect((await zone()) ?? '').toBe('');
});
