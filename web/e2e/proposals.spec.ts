import type { Page } from '@playwright/test';
import { CONTRIBUTOR, EDITOR } from './support/accounts';
import { expectAccessible } from './support/axe';
import { dropFiles, importWithoutReview } from './support/drop-files';
import { expect, test } from './support/test';
import { uniqueSource, uniqueWord } from './support/unique';

test.use({ account: EDITOR });

/** Opens the proposal that the last notification links to, and returns its path. */
async function openProposal(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Open the proposal' }).click();
  await expect(page.getByText('You proposed this change.')).toBeVisible();
  return new URL(page.url()).pathname;
}

// Both tests are about the proposals of one contributor, whose list shows new answers.
test.describe.configure({ mode: 'default' });

test('a contributor proposes, an editor decides, and the contributor sees the answers', async ({
  page: editor,
  api,
  openAs,
}) => {
  const mark = uniqueWord();
  const sources = [];
  for (const at of ['a', 'b', 'c'])
    sources.push(await api.createSource(uniqueSource(`${mark}${at}`, { tags: [mark] })));
  const contributor = await openAs(CONTRIBUTOR);

  await contributor.goto(`/newssources/${sources[0]!.id}/settings`);
  await contributor.getByRole('textbox', { name: 'Name', exact: true }).fill(`Herald ${mark}`);
  await contributor.getByRole('button', { name: 'Propose change' }).click();
  const edit = await openProposal(contributor);
  await expect(contributor.getByRole('table', { name: 'Items' })).toContainText(`Herald ${mark}`);
  await expectAccessible(contributor, 'an own proposal');

  await contributor.goto(`/newssources?tag=${mark}`);
  for (const at of ['a', 'b', 'c']) {
    await contributor.getByRole('checkbox', { name: `Select Gazette ${mark}${at}` }).check();
  }
  await contributor.getByRole('region', { name: 'Selected sources' }).getByRole('button', { name: 'Owner' }).click();
  const panel = contributor.getByRole('dialog', { name: 'Change 3 sources' });
  await panel.getByRole('textbox', { name: 'Owner' }).fill('Prensa');
  await panel.getByRole('button', { name: 'Preview' }).click();
  await panel.getByRole('button', { name: 'Propose change of 3 sources' }).click();
  await expect(panel.getByText('You proposed this change.')).toBeVisible();
  await panel.getByRole('link', { name: 'Open this change' }).click();
  await expect(contributor.getByRole('table', { name: 'Items' })).toBeVisible();
  const bulk = new URL(contributor.url()).pathname;
  await contributor.goto('/newssources'); // an open proposal shows its answer at once, which is then seen
  expect((await api.getSource(sources[0]!.id)).owner).toBeUndefined();

  await editor.goto('/newssources/changes');
  await editor.getByRole('link', { name: 'Show proposals' }).click();
  await expect(editor.getByRole('table', { name: 'Changes' })).toContainText('Set owner Prensa');
  await editor.goto(edit);
  await editor.getByRole('button', { name: 'Reject' }).click();
  await expect(editor.getByText('Enter a reason.')).toBeVisible();
  await editor.getByRole('textbox', { name: 'Reason' }).fill('The name is right');
  await editor.getByRole('button', { name: 'Reject' }).click();
  await expect(editor.getByText(/^Rejected by/)).toBeVisible();

  await api.patchSource(sources[1]!, { country: 'ES' });
  await editor.goto(bulk);
  await expect(editor.getByText('1 source or endpoint was changed or deleted after this was proposed.')).toBeVisible();
  await expect(editor.getByText('Changed since. On the current values:')).toBeVisible();
  await expectAccessible(editor, 'a proposal with a stale item');
  await editor.getByRole('button', { name: 'Rebase on current values' }).click();
  await expect(editor.getByText('Changed since. On the current values:')).toBeHidden();
  await editor.getByRole('textbox', { name: 'Comment' }).fill('Who owns the third one?');
  await editor.getByRole('button', { name: 'Add comment' }).click();
  await expect(editor.getByRole('list', { name: 'Comments, oldest first' })).toContainText('Who owns the third one?');
  for (const at of ['a', 'b']) await editor.getByRole('checkbox', { name: `Select Gazette ${mark}${at}` }).check();
  await editor.getByRole('textbox', { name: 'Reason' }).fill('The third has another owner');
  await editor.getByRole('button', { name: 'Approve 2 selected, reject the others' }).click();
  await expect(editor.getByText('Changed 2 sources, skipped 1.')).toBeVisible();
  expect((await api.getSource(sources[1]!.id)).owner).toBe('Prensa');
  expect((await api.getSource(sources[2]!.id)).owner).toBeUndefined();

  await contributor.goto('/newssources/changes');
  const changes = contributor.getByRole('table', { name: 'Changes' });
  await expect(changes.getByText('Answered')).toHaveCount(2);
  await contributor.goto(bulk);
  await expect(contributor.getByText('“The third has another owner”').first()).toBeVisible();
  await expect(contributor.getByRole('list', { name: 'Comments, oldest first' })).toContainText(
    'Who owns the third one?',
  );
  await contributor.goto(edit);
  await expect(contributor.getByText('“The name is right”')).toBeVisible();
  await contributor.goto('/newssources/changes');
  await expect(contributor.getByRole('table', { name: 'Changes' }).getByRole('link').first()).toBeVisible();
  await expect(contributor.getByText('Answered', { exact: true })).toBeHidden();
});

test('an editor approves a part of the list of a contributor', async ({ page: editor, openAs }) => {
  const mark = uniqueWord();
  const outline = (at: string) => `<outline text="Gazette ${mark}${at}" xmlUrl="https://${mark}${at}.test/rss"/>`;
  const contributor = await openAs(CONTRIBUTOR);
  await contributor.goto('/newssources/imports');
  await importWithoutReview(contributor);
  await dropFiles(contributor, [
    { name: `${mark}.opml`, content: `<opml version="2.0"><body>${outline('a')}${outline('b')}</body></opml>` },
  ]);
  await expect(contributor.getByText('This list is a proposal.')).toBeVisible();
  await expectAccessible(contributor, 'a proposed list');
  await contributor.getByRole('link', { name: 'Show the changes' }).click();
  await expect(contributor.getByText('You proposed this change.')).toBeVisible();

  await editor.goto(new URL(contributor.url()).pathname);
  const items = editor.getByRole('table', { name: 'Items' });
  // The new source is approved with its endpoint.
  await expect(items.getByRole('checkbox', { name: `Select Gazette ${mark}a` })).toBeVisible();
  await items.getByRole('checkbox', { name: `Select endpoint Gazette ${mark}a` }).check();
  await editor.getByRole('textbox', { name: 'Reason' }).fill('The second is a blog');
  await editor.getByRole('button', { name: 'Approve 1 selected, reject the others' }).click();
  await expect(editor.getByText('Changed 2 sources and endpoints, skipped 2.')).toBeVisible();

  await contributor.goto('/newssources/imports');
  await contributor.getByRole('link', { name: `${mark}.opml` }).click();
  await expect(contributor.getByText('2 rows: 1 created, 1 invalid.')).toBeVisible();
  await expect(contributor.getByRole('table', { name: 'Rows' })).toContainText('Rejected: The second is a blog');
});
