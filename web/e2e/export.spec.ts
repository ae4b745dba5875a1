import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import { EDITOR, VIEWER } from './support/accounts';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';
import { uniqueSource, uniqueWord } from './support/unique';

test.use({ account: EDITOR, viewport: { width: 1400, height: 900 } });

const textOf = async (download: Download) => readFile(await download.path(), 'utf8');

test('a viewer exports the list and a selection with chosen columns', async ({ openAs, api, allowedConsoleErrors }) => {
  allowedConsoleErrors.push(/status of 503/);
  const mark = uniqueWord();
  await api.createSource(uniqueSource(`${mark}-one`, { country: 'ES', tags: [mark], notes: '=1+1' }));
  await api.createSource(uniqueSource(`${mark}-two`, { tags: [mark], rights: 'forbidden' }));
  const page = await openAs(VIEWER, { width: 1400, height: 900 });
  await page.goto(`/newssources?tag=${mark}`);

  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export 2 sources' });
  await expect(dialog.getByRole('radio', { name: 'CSV', exact: true })).toBeFocused();
  await dialog.getByRole('radio', { name: 'Chosen' }).check();
  await dialog.getByRole('checkbox', { name: 'Notes' }).check();
  await expectAccessible(page, 'the dialog of an export');

  await test.step('an error keeps what was chosen', async () => {
    const busy = { title: 'Busy', status: 503, code: 'busy', detail: 'The server is busy with other exports.' };
    await page.route('**/newssources/export', (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(busy) }),
    );
    await dialog.getByRole('button', { name: 'Export 2 sources' }).click();
    await expect(dialog.getByText('The server is busy with other exports.')).toBeVisible();
    await page.unroute('**/newssources/export');
  });

  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^sources-\d{4}-\d\d-\d\d\.csv$/);
  const text = await textOf(download);
  expect(text).toMatch(/^\uFEFFName,Homepage,Country,Languages,Rights,Tags,Notes,Feed\n/);
  expect(text).toContain(`'=1+1`);
  await expect(page.getByText(/^Exported 2 sources to sources-/)).toBeVisible();
  await expect(dialog).toBeHidden();

  await test.step('a selection as OPML, without what must not be used', async () => {
    const row = page
      .getByRole('table', { name: 'Sources' })
      .getByRole('row')
      .filter({ hasText: `${mark}-one` });
    await row.getByRole('checkbox').check();
    await page.getByRole('region', { name: 'Selected sources' }).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Export …' }).click();
    const selected = page.getByRole('dialog', { name: 'Export 1 source' });
    await selected.getByRole('radio', { name: 'OPML' }).check();
    await expect(selected.getByRole('radio', { name: 'Chosen' })).toBeHidden();
    await selected.getByRole('checkbox', { name: 'Leave out sources' }).check();
    const opml = page.waitForEvent('download');
    await selected.getByRole('button', { name: 'Export 1 source' }).click();
    expect((await textOf(await opml)).match(/<outline/g)).toHaveLength(1);
  });
});
