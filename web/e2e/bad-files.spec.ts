import { ADMIN } from './support/accounts';
import { dropFiles, importWithoutReview } from './support/drop-files';
import { expect, test } from './support/test';
import { uniqueWord } from './support/unique';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const BOMB = `<?xml version="1.0"?><!DOCTYPE opml [<!ENTITY a "aaaaaaaaaaaaaaaa">${Array.from(
  { length: 20 },
  (_, level) => `<!ENTITY a${level} "${`&a${level - 1 < 0 ? '' : level - 1};`.repeat(10)}">`,
).join('')}]><opml version="2.0"><body><outline text="&a19;" xmlUrl="https://&a19;.test/"/></body></opml>`;
const MIB = 1024 * 1024;

test.use({ account: ADMIN });

for (const [what, content, reason] of [
  ['an image', PNG, /not|isn't|picture|PNG|OPML/i],
  ['an empty file', '', /This file is empty\./],
  [
    'an HTML page',
    '<!doctype html><html><head><title>News</title></head><body><p>Hello</p></body></html>',
    /OPML|page|HTML/i,
  ],
  ['an entity expansion bomb', BOMB, /entit|OPML/i],
  ['a file that is too large', Buffer.alloc(10 * MIB + 1, ' '), /the limit is 10 MB/],
] as const) {
  test(`${what} is rejected with a reason and creates no import`, async ({ page, api, allowedConsoleErrors }) => {
    allowedConsoleErrors.push(/status of 4(00|13|15|22)/);
    const name = `${uniqueWord()}.opml`;
    await page.goto('/newssources/imports');
    await dropFiles(page, [{ name, content }]);
    const file = page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name });
    await expect(file).toContainText(reason);
    await expect(file).not.toContainText(/Accepted|undefined|\[object/);
    await expect(page).toHaveURL('/newssources/imports');

    const { items } = (await (await api.request('GET', '/imports?limit=100')).json()) as {
      items: { filename: string }[];
    };
    expect(items.map(({ filename }) => filename)).not.toContain(name);
  });
}

test('a rejected file does not stop the other uploads', async ({ page, allowedConsoleErrors }) => {
  allowedConsoleErrors.push(/status of 4(00|15|22)/);
  const mark = uniqueWord();
  const good = `<opml><body><outline text="${mark}" xmlUrl="https://${mark}.test/rss"/></body></opml>`;
  await page.goto('/newssources/imports');
  await importWithoutReview(page);
  await dropFiles(page, [
    { name: `${mark}-picture.opml`, content: PNG },
    { name: `${mark}-empty.opml`, content: '' },
    { name: `${mark}-good.opml`, content: good },
  ]);
  // Accepted files move to the table; rejected files stay in the list with the reason.
  await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('link', { name: `${mark}-good.opml` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${mark}-good.opml` })).toBeVisible();
  await expect(page.getByText('1 row: 1 created.')).toBeVisible();
});
