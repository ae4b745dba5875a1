import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Import } from '../src/api/gen/types.gen';
import { ADMIN } from './support/accounts';
import { dropFiles, importWithoutReview } from './support/drop-files';
import { ROOT } from './support/stack';
import { expect, test } from './support/test';
import { uniqueWord } from './support/unique';

const LISTS = join(ROOT, 'services/newssources/internal/register/transfer/samples');
const GOLDENS = join(ROOT, 'services/newssources/internal/register/transfer/testdata/samples');
const FILES = readdirSync(LISTS)
  .filter((name) => name.endsWith('.opml'))
  .map((name) => join(LISTS, name));

test.use({ account: ADMIN });

async function choose(page: Page, files: string[]) {
  await page.goto('/newssources/imports');
  await importWithoutReview(page);
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await choosing).setFiles(files);
}

/** Collects the responses to the page's uploads. */
function uploadsOf(page: Page): Promise<Import>[] {
  const answers: Promise<Import>[] = [];
  page.on('response', (response) => {
    const request = response.request();
    if (request.method() === 'POST' && /\/newssources\/imports\?/.test(request.url())) answers.push(response.json());
  });
  return answers;
}

/** Imports all sample files and returns the result that the page shows for each. */
async function importAll(page: Page) {
  const uploads = uploadsOf(page);
  await choose(page, FILES);
  const accepted = page.getByText(`${FILES.length} of ${FILES.length} files accepted`);
  await expect(accepted).toBeAttached({ timeout: 60_000 });
  const table = page.getByRole('table', { name: 'Imports' });
  const reports = [];
  for (const { id, filename } of await Promise.all(uploads)) {
    const row = table.getByRole('row').filter({ has: page.locator(`a[href="/newssources/imports/${id}"]`) });
    await expect(row).toContainText('Done', { timeout: 30_000 });
    const [, , created, , , exists, recovered, invalid] = await row.getByRole('cell').allInnerTexts();
    const number = (text?: string) => Number(text?.replace(/\D/g, ''));
    reports.push({
      id,
      filename,
      created: number(created),
      exists: number(exists),
      recovered: number(recovered),
      invalid: number(invalid),
    });
  }
  return reports;
}

test('imports real OPML files, then finds, edits, archives and unarchives a source', async ({ page }) => {
  test.setTimeout(240_000);
  const first = await test.step('import all files', () => importAll(page));
  for (const { filename, created, exists, recovered, invalid } of first) {
    const golden = JSON.parse(readFileSync(join(GOLDENS, filename.replace('.opml', '.golden.json')), 'utf8'));
    expect(created + exists + invalid, `rows of ${filename}`).toBe(golden.Count);
    expect(recovered, `repaired rows of ${filename}`).toBe(golden.Recovered);
  }
  expect(first.map(({ filename }) => filename).sort()).toEqual(FILES.map((file) => basename(file)).sort());

  await test.step('open the report of a file with a malformed row', async () => {
    const report = first.find(({ filename }) => filename === 'france.opml')!;
    await page.getByRole('link', { name: 'france.opml' }).first().click();
    await expect(page).toHaveURL(`/newssources/imports/${report.id}`);
    await expect(page.getByRole('status').filter({ hasText: '11 rows:' })).toContainText(
      '1 row was malformed and was repaired.',
    );
    const outlines = page.getByRole('table', { name: 'Rows' }).getByRole('row');
    await expect(outlines).toHaveCount(11 + 1);
    await expect(outlines.filter({ hasText: 'lemonde.fr' }).first()).toContainText(/Created|Existing/);
    await page.getByRole('tab', { name: /^Repaired/ }).click();
    await expect(page).toHaveURL(/show=recovered/);
    await expect(outlines).toHaveCount(1 + 1);
    await page.reload();
    await expect(page.getByRole('tab', { name: /^Repaired/ })).toHaveAttribute('aria-selected', 'true');
    await expect(outlines).toHaveCount(1 + 1);
    await page.getByRole('link', { name: 'Show sources' }).click();
  });

  const search = page.getByRole('searchbox', { name: 'Search sources' });
  await test.step('find a source by typing', async () => {
    await search.pressSequentially('mediapart');
    await expect(page).toHaveURL(/[?&]q=mediapart/);
    await expect(search).toBeFocused();
    await expect(page.getByRole('table', { name: 'Sources' }).getByRole('row')).toHaveCount(2);
    await page.getByRole('table', { name: 'Sources' }).getByRole('link').click();
  });

  const title = page.getByRole('heading', { level: 1, name: /mediapart/i });
  const owner = uniqueWord();
  await test.step('edit the source and open its history', async () => {
    await expect(title).toBeVisible();
    await expect(page.getByRole('table', { name: 'Endpoints' })).toContainText('mediapart.fr/articles/feed');
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Owner' }).fill(owner);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Everything is saved.')).toBeVisible();
    await page.getByRole('link', { name: 'History' }).click();
    const changes = page.getByRole('list', { name: 'Changes, newest first' });
    await expect(changes.getByRole('listitem').first()).toContainText(`Demo Admin`);
    await expect(changes.getByRole('listitem').first()).toContainText(owner);
    await expect(changes.getByRole('listitem').last()).toContainText('added');
    await expect(changes.getByRole('link', { name: 'an import' }).first()).toBeVisible();
  });

  await test.step('archive, undo, archive again and unarchive', async () => {
    const state = page.getByRole('main');
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: 'Archive' })).toBeVisible();
    await page.getByRole('button', { name: 'Archive' }).click();
    await expect(page.getByRole('button', { name: 'Unarchive' })).toBeVisible();
    await page.reload();
    await expect(state).toContainText('Archived');
    await page.getByRole('button', { name: 'Unarchive' }).click();
    await expect(page.getByRole('button', { name: 'Archive' })).toBeVisible();
    await expect(state).toContainText('Active');
  });

  await test.step('importing the same files again creates no duplicates', async () => {
    const again = await importAll(page);
    expect(again.map(({ created }) => created)).toEqual(FILES.map(() => 0));
    expect(again.map(({ exists, invalid }) => exists + invalid).sort()).toEqual(
      first.map(({ created, exists, invalid }) => created + exists + invalid).sort(),
    );
  });
});

function opmlFile(mark: string): string {
  return `<opml version="2.0"><head><title>Sam & Max's list</title></head><body>
    <outline text="Science & more">
      <outline text="The ${mark} Times" type="rss" xmlUrl="https://${mark}.test/feed?a=1&b=2" htmlUrl="https://${mark}.test/"/>
      <outline text="Sport of it" type="rss" xmlUrl="https://${mark}.test/sport.xml"/>
      <outline text="No address at all" type="rss" xmlUrl="javascript:alert(1)"/>
    </outline></body></opml>`;
}

test('a dropped file shows its report: one source, two endpoints, one invalid row with a reason', async ({ page }) => {
  const mark = uniqueWord();
  await page.goto('/newssources/imports');
  await importWithoutReview(page);
  await dropFiles(page, [{ name: `${mark}.opml`, content: opmlFile(mark) }]);
  await expect(page.getByRole('heading', { level: 1, name: `${mark}.opml` })).toBeVisible();
  await expect(page).toHaveURL(/\/newssources\/imports\/[0-9a-f-]{36}$/);
  await expect(page.getByText('3 rows: 2 created, 1 invalid.')).toBeVisible();
  const report = page.url();

  await page.getByRole('tab', { name: 'Invalid 1' }).click();
  const rows = page.getByRole('table', { name: 'Rows' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText('No address at all');
  await expect(rows.last().getByRole('cell').nth(5)).not.toBeEmpty();

  await test.step('list the sources of the import', async () => {
    await page.getByRole('link', { name: 'Show sources' }).click();
    await expect(page).toHaveURL(/\?import=[0-9a-f-]{36}$/);
    await expect(page.getByRole('table', { name: 'Sources' }).getByRole('row')).toHaveCount(1 + 1);
    await expect(page.getByRole('link', { name: `Import: ${mark}.opml` })).toBeVisible();
    await page.getByRole('button', { name: 'Remove filter Import' }).click();
    await expect(page).toHaveURL('/newssources');
    await page.goto(report);
  });

  await page.getByRole('tab', { name: 'Created 2' }).click();
  await page
    .getByRole('link', { name: `The ${mark} Times` })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: `The ${mark} Times` })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Endpoints' }).getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('main')).toContainText(/Science & more/i);

  await test.step('undo the import', async () => {
    await page.goto(report);
    await page.getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await expect(page.getByText('The import was undone: 2 endpoints removed.')).toBeVisible();
  });
});

test('a drop outside the zone is ignored', async ({ page }) => {
  await page.goto('/newssources/imports');
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
  await dropFiles(page, [{ name: 'x.opml', content: opmlFile(uniqueWord()) }], page.getByRole('heading', { level: 1 }));
  await expect(page).toHaveURL('/newssources/imports');
  await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(0);
});
