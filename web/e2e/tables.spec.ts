import { ADMIN } from './support/accounts';
import { expect, test } from './support/test';
import { uniqueWord } from './support/unique';

test.use({ account: ADMIN });

test('an OPML list is reviewed, corrected and applied', async ({ page }) => {
  const mark = uniqueWord();
  const list = `<opml version="2.0"><body>
    <outline text="${mark} Bote" xmlUrl="https://${mark}-bote.test/rss"/>
    <outline text="${mark} Kurier" type="rss" xmlUrl="htp:/${mark}-kurier.test/rss"/></body></opml>`;
  await page.goto('/newssources/imports');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await choosing).setFiles({ name: 'list.opml', mimeType: 'text/x-opml', buffer: Buffer.from(list) });
  await expect(page.getByText('2 rows: 1 create, 1 invalid.')).toBeVisible();

  await page.getByRole('button', { name: 'Edit line 2' }).click();
  const panel = page.getByRole('dialog', { name: 'Line 2' });
  await panel.getByRole('textbox', { name: 'feed', exact: true }).fill(`https://${mark}-kurier.test/rss`);
  await panel.getByRole('button', { name: 'Save row' }).click();
  await expect(panel.getByText('What it changes')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Apply 2 rows' }).click();
  await expect(page.getByText('The table was applied.')).toBeVisible();
  await expect(page.getByRole('link', { name: `${mark} Bote` })).toBeVisible();
});

test('a pasted table is corrected, applied and undone', async ({ page }) => {
  const mark = uniqueWord();
  const text = [
    'Titel\tSeite\tLand\tGruppe X',
    `${mark} Bote\thttps://${mark}-a.test\tDeutschland\t${mark}`,
    `${mark} Kurier\thttps://${mark}-b.test\tAtlantis\t${mark}`,
  ].join('\n');
  await page.goto('/newssources/imports');
  await page.getByRole('button', { name: 'Paste a table' }).click();
  await page.getByRole('textbox', { name: 'Rows' }).fill(text);
  await page.getByRole('button', { name: 'Check rows' }).click();
  await expect(page.getByText('2 rows: 1 create, 1 invalid.')).toBeVisible();

  await page.getByRole('combobox', { name: 'Gruppe X' }).selectOption('Keep as tags');
  await page.getByRole('button', { name: 'Use these columns' }).click();
  await expect(page.getByRole('button', { name: 'Check all rows again' })).toBeVisible();

  await page.getByRole('button', { name: 'Edit line 3' }).click();
  const panel = page.getByRole('dialog', { name: 'Line 3' });
  await expect(panel.getByText(/“Atlantis” is not a country/)).toBeVisible();
  await panel.getByRole('textbox', { name: 'Land' }).fill('Österreich');
  await panel.getByRole('button', { name: 'Save row' }).click();
  await expect(panel.getByText('What it changes')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Apply 2 rows' }).click();
  await expect(page.getByText('The table was applied.')).toBeVisible();
  await page.getByRole('link', { name: `${mark} Kurier` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${mark} Kurier` })).toBeVisible();
  await expect(page.getByText(mark, { exact: true }).first()).toBeVisible();
  await page.goBack();

  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('The import was undone.')).toBeVisible();
});
