import { EDITOR } from './support/accounts';
import { expect, test } from './support/test';
import { uniqueSource, uniqueWord } from './support/unique';

test.use({ account: EDITOR });

const REJECTED = /status of 4(00|09|12|22)/;

test('a source is added with its endpoints and listed under its tag', async ({ page }) => {
  const mark = uniqueWord();
  await page.goto('/newssources');
  await page.getByRole('link', { name: 'Add source' }).click();
  const homepage = page.getByRole('textbox', { name: 'Homepage' });
  await homepage.fill(`HTTPS://WWW.${mark}.test:443/?utm_source=x#top`);
  await page.getByRole('textbox', { name: 'Name' }).fill(`The ${mark} Post`);
  await page.getByRole('combobox', { name: 'Country' }).fill('spa');
  await page.getByRole('option', { name: 'Spain' }).click();
  await test.step('a list of options does not cover the action bar', async () => {
    await page.getByRole('combobox', { name: 'Languages' }).click();
    await expect(page.getByRole('option', { name: 'Afrikaans' })).toBeVisible();
    // A trial click fails if another element covers the button.
    await page.getByRole('button', { name: 'Save and start' }).click({ trial: true });
  });
  await page.getByRole('combobox', { name: 'Languages' }).fill('pt-br');
  await page.getByRole('option', { name: 'Brazilian Portuguese' }).click();
  await page.getByRole('combobox', { name: 'Tags' }).fill(`${mark}-tag`);
  await page.keyboard.press('Enter');
  const first = page.getByRole('textbox', { name: 'Address of endpoint 1' });
  if (!(await first.isVisible())) await page.getByRole('button', { name: /^Add an/ }).click();
  await first.fill(`https://${mark}.test/atom.xml`);
  await expect(page.getByRole('combobox', { name: 'Kind of endpoint 1' })).toHaveValue('Atom');
  await page.getByRole('button', { name: 'Add another endpoint' }).click();
  await page.getByRole('textbox', { name: 'Address of endpoint 2' }).fill(`https://${mark}.test/rss`);
  await page.getByRole('button', { name: 'Save and start' }).click();

  await expect(page.getByRole('heading', { level: 1, name: `The ${mark} Post` })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText('Active');
  await expect(main).toContainText('Spain');
  await expect(main).toContainText('Brazilian Portuguese');
  await expect(page.getByRole('link', { name: `${mark}.test (opens in a new tab)` })).toBeVisible();
  const endpoints = page.getByRole('table', { name: 'Endpoints' }).getByRole('row');
  await expect(endpoints).toHaveCount(3);
  await expect(endpoints.nth(1)).toContainText(`${mark}.test/atom.xml`);

  await test.step('reorder the endpoints with the keyboard', async () => {
    await page.getByRole('button', { name: /^Actions for .*rss$/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Move up' }).press('Enter');
    await expect(endpoints.nth(1)).toContainText(`${mark}.test/rss`);
    await page.reload();
    await expect(endpoints.nth(1)).toContainText(`${mark}.test/rss`);
    await expect(endpoints.nth(2)).toContainText(`${mark}.test/atom.xml`);
  });

  await page.goto(`/newssources?tag=${mark}-tag`);
  await expect(page.getByRole('table', { name: 'Sources' }).getByRole('row')).toHaveCount(2);
});

test('errors of the API are shown at their fields, and the first field has the focus', async ({
  page,
  allowedConsoleErrors,
}) => {
  allowedConsoleErrors.push(REJECTED);
  const mark = uniqueWord();
  await page.goto('/newssources/new');
  await page.getByRole('textbox', { name: 'Homepage' }).fill('javascript:alert(1)');
  await page.getByRole('textbox', { name: 'Name' }).fill(mark);
  await page.getByRole('button', { name: /^Add an/ }).click();
  const address = page.getByRole('textbox', { name: 'Address of endpoint 1' });
  await address.fill('https://user name@');
  await page.getByRole('button', { name: 'Save and start' }).click();
  const homepage = page.getByRole('textbox', { name: 'Homepage' });
  await expect(homepage).toHaveAccessibleDescription(/http/);
  await expect(homepage).toBeFocused();
  await expect(address).not.toHaveAccessibleDescription('');

  await homepage.fill(`https://${mark}.test`);
  await address.fill('');
  await page.getByRole('combobox', { name: 'Country' }).fill('spa');
  await page.getByRole('option', { name: 'Spain' }).click();
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Region' }).fill('catal');
  await page
    .getByRole('option', { name: /^Catal/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: mark })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Draft');
  await expect(page.getByRole('main').getByText(/^Catal/)).toBeVisible();
});

test('a duplicate source is reported while it is typed, with a link to the existing one', async ({ page, api }) => {
  const existing = await api.createSource(uniqueSource());
  await page.goto('/newssources/new');
  await page.getByRole('textbox', { name: 'Homepage' }).fill(`${existing.homepage_url}en/`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Duplicate');
  await expect(page.getByText('A source for this site already exists')).toBeVisible();
  await expect(page.getByRole('button', { name: 'No new endpoint selected' })).toBeDisabled();
  await page.getByRole('link', { name: existing.name }).click();
  // The form has unsaved changes, so leaving needs a confirmation.
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Discard/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: existing.name })).toBeVisible();
});

test('a duplicate endpoint is refused with the name of its source', async ({ page, api, allowedConsoleErrors }) => {
  allowedConsoleErrors.push(REJECTED);
  const mark = uniqueWord();
  const endpoints = [{ url: `https://${mark}.test/rss`, kind: 'rss' as const }];
  const existing = await api.createSource(uniqueSource(mark, { endpoints }));
  await page.goto(`/newssources/${existing.id}`);
  await page.getByRole('button', { name: 'Add an endpoint' }).click();
  const panel = page.getByRole('dialog', { name: 'Add an endpoint' });
  const address = panel.getByRole('textbox', { name: 'Address' });
  await expect(address).toBeFocused();
  await address.fill(`http://www.${mark}.test/rss`);
  await panel.getByRole('button', { name: 'Add the endpoint' }).click();
  await expect(panel.getByText(`https://${mark}.test/rss is already an endpoint of “${existing.name}”.`)).toBeVisible();
  await address.fill(`https://${mark}.test/other.json`);
  await panel.getByRole('button', { name: 'Add the endpoint' }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('table', { name: 'Endpoints' }).getByRole('row')).toHaveCount(3);
});

test('an endpoint is edited, paused, deleted and restored', async ({ page, api }) => {
  const mark = uniqueWord();
  const endpoints = [{ url: `https://${mark}.test/rss`, kind: 'rss' as const, name: 'Front page' }];
  const source = await api.createSource(uniqueSource(mark, { endpoints }));
  await page.goto(`/newssources/${source.id}`);
  const rows = page.getByRole('table', { name: 'Endpoints' }).getByRole('row');
  const chooseAction = async (name: string) => {
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await chooseAction('Edit');
  const panel = page.getByRole('dialog', { name: 'Edit the endpoint' });
  await panel.getByRole('textbox', { name: 'Name' }).fill('Portada');
  await panel.getByText('Schedule', { exact: true }).click();
  await panel.getByRole('combobox', { name: 'Interval' }).click();
  await page.getByRole('option', { name: 'Every …' }).click();
  await panel.getByRole('textbox', { name: 'Minutes between two checks' }).fill('30');
  await expect(panel.getByText(/, 48 of them by this endpoint/)).toBeVisible();
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(rows.last().getByRole('img', { name: 'Schedule: every 30 min' })).toBeVisible();
  await expect(rows.last()).toContainText('Portada');
  await chooseAction('Pause');
  await expect(rows.last()).toContainText('Paused');
  await chooseAction('Delete');
  await expect(page.getByText('No endpoints yet')).toBeVisible();
  await page.getByText('The endpoint is deleted.').getByRole('button', { name: 'Undo' }).click();
  await expect(rows.last()).toContainText('Portada');
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('list', { name: 'Changes, newest first' })).toContainText('deleted endpoint');
});

test('leaving with unsaved changes needs a confirmation, and they can be restored after a reload', async ({
  page,
  api,
}) => {
  const source = await api.createSource(uniqueSource());
  await page.goto(`/newssources/${source.id}/settings`);
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Unsaved name');
  await expect(page.getByText('Not saved yet.')).toBeVisible();

  const confirmation = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('link', { name: 'Imports' }).click();
  await confirmation.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(`/newssources/${source.id}/settings`);
  await expect(name).toHaveValue('Unsaved name');

  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Restore draft' }).click();
  await expect(name).toHaveValue('Unsaved name');

  await page.getByRole('link', { name: 'Imports' }).click();
  await confirmation.getByRole('button', { name: /^Discard/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Imports' })).toBeVisible();
  expect((await api.getSource(source.id)).name).toBe(source.name);
});

test('a draft is deleted permanently after a confirmation', async ({ page, api, allowedConsoleErrors }) => {
  allowedConsoleErrors.push(/status of 404/);
  const draft = await api.createSource(uniqueSource(uniqueWord(), { lifecycle: 'draft' }));
  await page.goto(`/newssources/${draft.id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Keep draft' })).toBeFocused();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page).toHaveURL('/newssources');
  await page.goto(`/newssources/${draft.id}`);
  await expect(page.getByRole('heading', { name: 'Source not found' })).toBeVisible();
});
