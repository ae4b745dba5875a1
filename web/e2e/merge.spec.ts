import { EDITOR } from './support/accounts';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';
import { uniqueSource, uniqueWord } from './support/unique';

test.use({ account: EDITOR, viewport: { width: 1400, height: 900 } });

test('two entries of one paper are merged and separated, while a program knows only the old id', async ({
  page,
  api,
}) => {
  const mark = uniqueWord();
  const feed = { url: `https://${mark}old.test/rss`, kind: 'rss' as const };
  const old = await api.createSource(uniqueSource(`${mark}old`, { owner: 'Prensa', endpoints: [feed] }));
  const kept = await api.createSource(uniqueSource(`${mark}new`));

  await page.goto(`/newssources/${old.id}`);
  await page.getByRole('link', { name: 'Merge' }).click();
  await page.getByLabel('Other source').fill(`${mark}new`);
  await expect(page.getByRole('option', { name: kept.name })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Compare two sources' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Owner: Right' })).toBeChecked();
  await page.getByRole('radio', { name: 'Name: Right' }).check();
  await expectAccessible(page, 'a comparison of two sources');

  await page.getByRole('button', { name: 'Preview the merge' }).click();
  const panel = page.getByRole('dialog', { name: 'Merge two sources' });
  await expect(panel.getByRole('list', { name: 'Preview' })).toContainText('3 sources and endpoints change.');
  expect((await api.getSource(old.id)).id).toBe(old.id);
  await panel.getByRole('button', { name: 'Change 3 sources and endpoints' }).click();
  await expect(panel.getByText('Changed 3 sources and endpoints.')).toBeVisible();

  await test.step('the program reads the remaining source and learns its id', async () => {
    const found = await api.getSource(old.id);
    expect(found).toMatchObject({ id: kept.id, name: old.name, owner: 'Prensa' });
    expect(found.endpoints.map(({ url }) => url)).toEqual([feed.url]);
    const refused = await api.request('PATCH', `/${old.id}`, { owner: 'X' }, { 'If-Match': '"1"' });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: 'merged', merged_into: kept.id });
    const again = await api.request('POST', '', uniqueSource(`${mark}old`));
    expect(await again.json()).toMatchObject({ code: 'duplicate_source', existing: { id: kept.id } });
  });
  await test.step('the old address opens the source', async () => {
    const other = await page.context().newPage();
    await other.goto(`/newssources/${old.id}`);
    await expect(other).toHaveURL(new RegExp(kept.id));
    await expect(other.getByText(`${mark}old.test`).first()).toBeVisible();
    await other.close();
  });

  await panel.getByRole('button', { name: 'Undo' }).click();
  await panel.getByRole('button', { name: 'Change 3 sources and endpoints' }).click();
  await expect(panel.getByText('Changed 3 sources and endpoints.')).toBeVisible();
  const separated = await api.getSource(old.id);
  expect(separated.id).toBe(old.id);
  expect(separated.endpoints).toHaveLength(1);
  expect(await api.getSource(kept.id)).toMatchObject({ name: kept.name, endpoints: [] });
});
