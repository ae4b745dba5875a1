import type { Page } from '@playwright/test';
import { EDITOR, VIEWER } from './support/accounts';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';
import { uniqueSource, uniqueWord } from './support/unique';

test.use({ account: EDITOR });

const barOf = (page: Page) => page.getByRole('region', { name: 'Selected sources' });

test('a filtered list is tagged after a preview, and half of it is undone', async ({ page, api }) => {
  const mark = uniqueWord();
  const create = async (at: string, language: string, isPaused = true) => {
    const source = await api.createSource(uniqueSource(`${mark}${at}`, { languages: [language], tags: [mark] }));
    if (isPaused) await api.patchSource(source, { lifecycle: 'paused', pause_reason: 'Relaunch' });
  };
  for (const at of ['a', 'b', 'c', 'd']) await create(at, 'es');
  await create('e', 'fr');
  await create('f', 'es', false);
  await page.goto('/newssources');
  for (const [filter, value] of [
    ['State', 'Paused'],
    ['Language', 'Spanish'],
    ['Tag', mark],
  ] as const) {
    await page.getByRole('search').getByRole('button', { name: filter, exact: true }).click();
    await page.getByRole('dialog', { name: filter }).getByRole('checkbox', { name: value }).check();
    await page.keyboard.press('Escape');
  }
  await expect(page.getByRole('table', { name: 'Sources' }).getByRole('row')).toHaveCount(5);
  await page.getByRole('checkbox', { name: `Select Gazette ${mark}a` }).check();
  await barOf(page).getByRole('button', { name: 'Select all 4' }).click();
  await barOf(page).getByRole('button', { name: 'Tag' }).click();
  const panel = page.getByRole('dialog', { name: 'Change 4 sources' });
  await panel.getByRole('combobox', { name: 'Tags' }).fill(`${mark}-new`);
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: 'Preview' }).click();
  await expect(panel.getByRole('list', { name: 'Preview' })).toContainText('4 sources change.');
  await expectAccessible(page, 'preview of a change');
  await panel.getByRole('button', { name: 'Change 4 sources' }).click();
  await expect(panel.getByText('Changed 4 sources.')).toBeVisible();
  await panel.getByRole('link', { name: 'Open this change' }).click();
  const items = page.getByRole('table', { name: 'Items' });
  await expect(items.getByRole('row')).toHaveCount(5);
  await expectAccessible(page, 'a change');
  for (const at of ['a', 'b']) await page.getByRole('checkbox', { name: `Select Gazette ${mark}${at}` }).check();
  await page.getByRole('button', { name: 'Undo 2 selected' }).click();
  const undo = page.getByRole('dialog', { name: 'Undo the change' });
  await undo.getByRole('button', { name: 'Change 2 sources' }).click();
  await expect(undo.getByText('Changed 2 sources.')).toBeVisible();
  await page.goto(`/newssources?tag=${mark}-new`);
  await expect(page.getByRole('table', { name: 'Sources' }).getByRole('row')).toHaveCount(3);
  await page.goto('/newssources/changes');
  await expect(page.getByRole('table', { name: 'Changes' }).getByRole('link').first()).toBeVisible();
  await expectAccessible(page, 'changes');
});

test('an earlier version of a source is restored from its history', async ({ page, api }) => {
  const source = await api.createSource(uniqueSource());
  await api.patchSource(source, { owner: 'Someone' });
  await page.goto(`/newssources/${source.id}/history`);
  await page.getByRole('button', { name: 'Restore this version' }).last().click();
  const panel = page.getByRole('dialog', { name: 'Restore' });
  await expect(panel.getByText('Someone')).toBeVisible();
  await panel.getByRole('button', { name: 'Change 1 source' }).click();
  await expect(panel.getByText('Changed 1 source.')).toBeVisible();
  expect((await api.getSource(source.id)).owner).toBeUndefined();
});

test('a deleted draft is restored from its page', async ({ page, api, allowedConsoleErrors }) => {
  allowedConsoleErrors.push(/status of 404/);
  const source = await api.createSource(uniqueSource(uniqueWord(), { lifecycle: 'draft', owner: 'Someone' }));
  await page.goto(`/newssources/${source.id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
  await page.goto(`/newssources/${source.id}`);
  await page.getByRole('button', { name: 'Restore the source' }).click();
  const panel = page.getByRole('dialog', { name: 'Restore' });
  await panel.getByRole('button', { name: /^Change 1/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: source.name })).toBeVisible();
  expect((await api.getSource(source.id)).owner).toBe('Someone');
});

test('a tag is renamed everywhere', async ({ page, api }) => {
  const mark = uniqueWord();
  await api.createSource(uniqueSource(mark, { tags: [mark] }));
  await page.goto('/newssources');
  await page.getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByRole('link', { name: /^All tags/ }).click();
  await page.getByRole('button', { name: `Rename or merge ${mark}` }).click();
  await page.getByRole('combobox', { name: 'New name' }).fill(`${mark}-renamed`);
  await page.getByRole('button', { name: 'Preview' }).click();
  const panel = page.getByRole('dialog', { name: 'Change a tag everywhere' });
  await panel.getByRole('button', { name: 'Change 1 source' }).click();
  await expect(panel.getByText('Changed 1 source.')).toBeVisible();
  await panel.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: `Rename or merge ${mark}-renamed` })).toBeVisible();
  await expectAccessible(page, 'tags');
});

test('a viewer sees the changes disabled, with the reason', async ({ openAs, api }) => {
  const mark = uniqueWord();
  await api.createSource(uniqueSource(mark));
  const page = await openAs(VIEWER);
  await page.goto(`/newssources?q=${mark}`);
  await page.getByRole('checkbox', { name: `Select Gazette ${mark}` }).check();
  await expect(barOf(page).getByRole('button', { name: 'Archive' })).toHaveAttribute('aria-disabled', 'true');
  await expect(barOf(page).getByText('Only editors and administrators can change sources.')).toBeVisible();
  await expectAccessible(page, 'the selection of a viewer');
});
