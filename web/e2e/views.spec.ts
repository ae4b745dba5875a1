import type { Page } from '@playwright/test';
import { ADMIN, EDITOR, signInWithPassword } from './support/accounts';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';
import { uniqueSource, uniqueWord } from './support/unique';

interface Mail {
  subject: string;
  text: string;
  files: Record<string, string>;
}

test.use({ account: EDITOR, viewport: { width: 1400, height: 900 } });

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Sources' }).getByRole('row');
const viewsOf = (page: Page) => page.getByRole('navigation', { name: 'Views' });

/** Saves the shown list as a view. */
async function saveView(page: Page, name: string, shared: boolean): Promise<void> {
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save the list as a view' });
  await dialog.getByLabel('Name').fill(name);
  if (shared) await dialog.getByRole('switch', { name: 'Share with all members' }).check();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(page).toHaveURL(/view=[\da-f-]{36}$/);
}

test('a view is saved, shared and opened by another person, and its link keeps changes', async ({
  page,
  openAs,
  api,
  allowedConsoleErrors,
}) => {
  allowedConsoleErrors.push(/status of 404/);
  const mark = uniqueWord();
  await api.createSource(uniqueSource(`${mark}-one`, { country: 'ES', tags: [mark] }));
  await api.createSource(uniqueSource(`${mark}-two`, { country: 'FR', tags: [mark] }));
  await api.createSource(uniqueSource(`${mark}-three`, { tags: [mark] }));

  await page.goto(`/newssources?tag=${mark}`);
  await expect(rowsOf(page)).toHaveCount(4);
  await test.step('a filter is turned into its opposite', async () => {
    await page.getByRole('search').getByRole('button', { name: 'Country', exact: true }).click();
    const countries = page.getByRole('dialog', { name: 'Country' });
    await countries.getByRole('checkbox', { name: 'Spain 1' }).check();
    await expect(rowsOf(page)).toHaveCount(2);
    await countries.getByText('is not', { exact: true }).click();
    await expect(rowsOf(page)).toHaveCount(3);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Country is not: Spain' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`not_country=ES`));
  });

  await saveView(page, `Not in Spain ${mark}`, true);
  const url = page.url();
  const link = viewsOf(page).getByRole('link', { name: `Not in Spain ${mark}` });
  await expect(link).toHaveAttribute('aria-current', 'page');
  await expect(link).toContainText('2');
  await expect(rowsOf(page)).toHaveCount(3);
  await expectAccessible(page, 'a list with a view');

  await test.step('a change of the open view is in the link', async () => {
    await page.getByRole('button', { name: 'Remove filter Country' }).click();
    await expect(rowsOf(page)).toHaveCount(4);
    await page.reload();
    await expect(rowsOf(page)).toHaveCount(4);
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
    await page.goBack();
    await expect(rowsOf(page)).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden();
  });

  const other = await openAs(ADMIN, { width: 900, height: 900 });
  await test.step('another person opens it in the menu', async () => {
    await other.goto('/newssources?view=all');
    await other.getByRole('button', { name: 'View: All sources' }).click();
    await other.getByRole('link', { name: `Not in Spain ${mark}` }).click();
    await expect(other).toHaveURL(url);
    await expect(other.getByRole('link', { name: `${mark}-one` })).toBeHidden();
    await expect(other.getByRole('link', { name: `${mark}-two` })).toBeVisible();
  });

  await test.step('a personal view is not opened by others, and the page says why', async () => {
    await page.goto(`/newssources?q=${mark}`);
    await saveView(page, `Mine ${mark}`, false);
    await other.goto(page.url());
    await expect(other.getByText(/it is personal or was deleted/)).toBeVisible();
    await other.getByRole('link', { name: 'Show all sources' }).click();
    await expect(other.getByRole('button', { name: 'View: All sources' })).toBeVisible();
  });
});

test('columns are resized with the mouse and the keyboard, and a view keeps the widths', async ({
  page,
  api,
  openAs,
}) => {
  const mark = uniqueWord();
  await api.createSource(uniqueSource(mark, { tags: [mark] }));
  await page.goto(`/newssources?tag=${mark}`);
  const boxOf = async (at: Page, column: string) =>
    (await at.getByRole('columnheader', { name: column, exact: true }).boundingBox())!;
  await expect(rowsOf(page)).toHaveCount(2);
  const before = await boxOf(page, 'Health');
  const edge = page.getByRole('slider', { name: 'Width of Health' });

  await test.step('the edge of a column follows the pointer, and its left edge stays', async () => {
    const box = (await edge.boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 30, y, { steps: 3 });
    const dragged = await boxOf(page, 'Health');
    await page.mouse.up();
    await expect(page).toHaveURL(/width=health-/);
    const released = await boxOf(page, 'Health');
    for (const box of [dragged, released]) {
      expect(Math.abs(box.x - before.x)).toBeLessThanOrEqual(1);
      expect(Math.abs(box.width - (before.width - 30))).toBeLessThanOrEqual(1);
    }
  });
  await test.step('arrow keys move it', async () => {
    await edge.press('ArrowRight');
    await edge.press('ArrowRight');
    await expect(edge).toHaveAttribute('aria-valuenow', String(Math.round(before.width) - 30 + 16));
    await expect(page).toHaveURL(new RegExp(`width=health-${Math.round(before.width) - 14}`));
  });
  await test.step('a column grows beyond the window, and the page scrolls', async () => {
    await page.getByRole('slider', { name: 'Width of Tags' }).press('End');
    await expect(page).toHaveURL(/width=tags-1200/);
    expect((await boxOf(page, 'Tags')).width).toBe(1200);
    const table = (await page.getByRole('table', { name: 'Sources' }).boundingBox())!;
    const tags = await boxOf(page, 'Tags');
    expect(table.x + table.width).toBeGreaterThanOrEqual(tags.x + tags.width);
    await page.getByRole('slider', { name: 'Width of Tags' }).press('Enter');
    await expect(page).not.toHaveURL(/width=tags/);
  });
  const chosen = await boxOf(page, 'Health');
  await expectAccessible(page, 'a list with changed widths');
  await saveView(page, `Narrow ${mark}`, true);

  const other = await openAs(ADMIN, { width: 1400, height: 900 });
  await other.goto(page.url());
  await expect(rowsOf(other)).toHaveCount(2);
  expect(await boxOf(other, 'Health')).toEqual(chosen);
  await test.step('widths are reset', async () => {
    await other.getByRole('button', { name: 'Columns' }).click();
    await other.getByRole('menuitem', { name: 'Reset widths' }).click();
    await expect(other).toHaveURL(/width=none/);
    expect(await boxOf(other, 'Health')).toEqual(before);
    await expect(other.getByRole('button', { name: 'Save as new view' })).toBeVisible();
  });
});

test('the page says which parts of an address it ignores', async ({ page, api }) => {
  const mark = uniqueWord();
  await api.createSource(uniqueSource(mark, { tags: [mark] }));
  await page.goto(`/newssources?tag=${mark}&country=Spain&colour=red`);
  await expect(rowsOf(page)).toHaveCount(2);
  const note = page.getByRole('status').filter({ hasText: 'The list ignores' });
  await expect(note).toContainText('“Country: Spain”, “colour=red”');
  await expectAccessible(page, 'ignored parts of an address');
  await note.getByRole('button', { name: 'Remove these parts' }).click();
  await expect(page).toHaveURL(`/newssources?tag=${mark}`);
  await expect(note).toBeHidden();
  await expect(rowsOf(page)).toHaveCount(2);
});

test('“me” in a shared view stays the reader', async ({ page, openAs }) => {
  const mark = uniqueWord();
  await page.goto(`/newssources?q=${mark}&assignee=me`);
  await saveView(page, `My work ${mark}`, true);
  const other = await openAs(ADMIN, { width: 1400, height: 900 });
  await other.goto(page.url());
  await expect(other.getByRole('button', { name: 'Assignee: Me', exact: true })).toBeVisible();
  await expect(viewsOf(other).getByRole('link', { name: `My work ${mark}` })).toContainText('0');
  await other.getByRole('button', { name: 'Assignee: Me', exact: true }).click();
  await expect(other.getByRole('button', { name: 'Assignee is not: Me', exact: true })).toBeVisible();
});

test('the default view opens first, and all sources are one click away', async ({ page, openAs, emulator }) => {
  const mark = uniqueWord();
  const email = `${mark}@example.org`;
  await emulator.createAccount(email); // a default is per person, and other tests run as the editor
  const person = await openAs(null, { width: 1400, height: 900 });
  await person.goto('/');
  await signInWithPassword(person, email);
  await expect(person.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
  await page.goto(`/newssources?q=${mark}`);
  await saveView(page, `First ${mark}`, true);

  await person.goto(page.url());
  await person.getByRole('button', { name: 'View settings' }).click();
  await person.getByRole('menuitem', { name: 'Open this view first' }).click();
  await expect(viewsOf(person).getByTitle(`First ${mark} (opens first)`)).toBeVisible();
  await person.goto('/newssources');
  await expect(person).toHaveURL(page.url());
  await viewsOf(person).getByRole('link', { name: 'All sources' }).click();
  await expect(person).toHaveURL('/newssources?view=all');
  await expect(person.getByRole('searchbox', { name: 'Search sources' })).toHaveValue('');
});

test('the changes of a view are sent to a subscriber, who pauses and deletes the subscription', async ({
  page,
  api,
  stack,
}) => {
  const mark = uniqueWord();
  const mails = async () =>
    ((await (await fetch(`${stack.inbox.page}/mails.json`)).json()) as Mail[]).filter(({ subject }) =>
      subject.includes(mark),
    );
  await api.createSource(uniqueSource(`${mark}-one`, { tags: [mark] }));
  await page.goto(`/newssources?tag=${mark}`);
  await saveView(page, `Sent ${mark}`, true);
  await page.getByRole('button', { name: 'View settings' }).click();
  await page.getByRole('menuitem', { name: 'Subscriptions' }).click();
  const dialog = page.getByRole('dialog', { name: `Subscriptions to “Sent ${mark}”` });
  await expect(dialog.getByText('You have no subscription to this view.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create subscription' }).click();
  await dialog.getByLabel('Day').selectOption('Every Monday');
  await expectAccessible(page, 'the form of a subscription');
  await dialog.getByRole('button', { name: 'Create subscription' }).click();
  await expect(dialog.getByText(/^Every Monday at 07:00 .*: only changes$/)).toBeVisible();
  await expect(dialog.getByText('Nothing was sent yet')).toBeVisible();

  await dialog.getByRole('button', { name: 'Send now' }).click();
  await expect(dialog.getByRole('list', { name: 'Last message' }).getByText('Sent', { exact: true })).toBeVisible();
  const [first] = await mails();
  expect(first?.subject).toBe(`Sent ${mark}: 1 source`);
  expect(first?.files['sources.csv']).toContain(`${mark}-one`);
  expect(first?.text).toContain(new URL(page.url()).search);
  await dialog.getByRole('button', { name: 'Send now' }).click();
  await expect(dialog.getByText(/^Last check: .*, no changes$/)).toBeVisible();

  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(dialog.getByText('Paused')).toBeVisible();
  await expectAccessible(page, 'a subscription');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete this subscription?' })
    .getByRole('button', { name: 'Delete subscription' })
    .click();
  await expect(dialog.getByText('You have no subscription to this view.')).toBeVisible();
  expect(await mails()).toHaveLength(1);
});

test('an alert rule follows a view, which cannot be deleted meanwhile', async ({ page, allowedConsoleErrors }) => {
  allowedConsoleErrors.push(/status of 409/);
  const mark = uniqueWord();
  await page.goto(`/newssources?tag=${mark}`);
  await saveView(page, `Watched ${mark}`, true);
  const url = page.url();
  await page.getByRole('button', { name: 'View settings' }).click();
  await page.getByRole('menuitem', { name: 'Create alert rule for this view' }).click();
  await expect(page.getByRole('combobox', { name: 'Saved view' })).toHaveValue(`Watched ${mark}`);
  await page.getByLabel('Name', { exact: true }).fill(`Rule ${mark}`);
  await page.getByRole('combobox', { name: 'E-mail addresses' }).fill(`${mark}@example.org`);
  await page.getByRole('combobox', { name: 'E-mail addresses' }).press('Enter');
  await page.getByRole('button', { name: 'Create rule' }).click();
  await expect(page.getByText(`view “Watched ${mark}”`)).toBeVisible();

  await page.goto(url);
  await page.getByRole('button', { name: 'View settings' }).click();
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete view' }).click();
  await expect(dialog.getByText(`Rule ${mark}`)).toBeVisible();
});
