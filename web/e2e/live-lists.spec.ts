import { EDITOR } from './support/accounts';
import { expectAccessible } from './support/axe';
import { postToSite } from './support/simulator';
import { expect, test } from './support/test';
import { uniqueWord } from './support/unique';

test.use({ account: EDITOR });

test('a live list that changes at its address becomes proposals, which an editor approves', async ({
  page,
  api,
  stack,
}) => {
  const mark = uniqueWord();
  const address = new URL(`/feed?${mark}`, stack.simulator.example);
  address.hostname = 'partner-list.test';
  const publish = (...rows: string[]) => postToSite(address, ['Name,Homepage,Country', ...rows].join('\n'));
  const bote = (country: string) => `${mark} Bote,https://${mark}-a.test,${country}`;
  const sources = async () =>
    (await (await api.request('GET', `?q=${mark}&sort=name`)).json()).items as { name: string; country?: string }[];
  const items = page.getByRole('table', { name: 'Items' });

  await publish(bote('Spain'));
  await page.goto('/newssources/imports');
  await page.getByRole('link', { name: 'Live lists' }).click();
  await page.getByRole('button', { name: 'Add live list' }).click();
  const form = page.getByRole('dialog', { name: 'Add a live list' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(`Partners ${mark}`);
  await form.getByRole('textbox', { name: 'Address' }).fill(address.href);
  await form.getByRole('button', { name: 'Add live list' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Partners ${mark}` })).toBeVisible();
  const list = page.url();

  await page.getByRole('button', { name: 'Read now' }).click();
  await page.getByRole('link', { name: 'Open last proposal' }).click();
  await expect(items).toContainText(`${mark} Bote`);
  expect(await sources()).toEqual([]);
  await page.getByRole('button', { name: /^Approve / }).click();
  await expect(page.getByText(/^Changed 1 source/)).toBeVisible();

  await publish(bote('Portugal'), `${mark} Kurier,https://${mark}-b.test,Portugal`);
  await page.goto(list);
  await page.getByRole('button', { name: 'Read now' }).click();
  const readings = page.getByRole('table', { name: 'Readings' });
  await expect(readings.getByText('Changes proposed')).toHaveCount(2);
  await readings.getByRole('link', { name: 'Changes proposed' }).first().click();
  await expect(items).toContainText(`${mark} Kurier`);
  await page.getByRole('button', { name: /^Approve / }).click();
  await expect(page.getByText(/^Changed 2 sources/)).toBeVisible();
  expect((await sources()).map(({ name, country }) => [name, country])).toEqual([
    [`${mark} Bote`, 'PT'],
    [`${mark} Kurier`, 'PT'],
  ]);

  await postToSite(address, '<html><body>Please sign in</body></html>');
  await page.goto(list);
  await page.getByRole('button', { name: 'Read now' }).click();
  await expect(page.getByText(/The list first failed .* Sources are not changed/)).toBeVisible();
  await expectAccessible(page, 'a live list that fails');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete live list' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Live lists' })).toBeVisible();
});
