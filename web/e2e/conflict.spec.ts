import { ADMIN, EDITOR } from './support/accounts';
import { expect, test } from './support/test';
import { uniqueSource } from './support/unique';

test.use({ account: EDITOR });

const STALE_VERSION = /status of 412/;

test('a member chooses between conflicting values of one field and saves', async ({
  page,
  openAs,
  api,
  allowedConsoleErrors,
}) => {
  allowedConsoleErrors.push(STALE_VERSION);
  const source = await api.createSource(uniqueSource());
  const settings = `/newssources/${source.id}/settings`;
  const other = await openAs(ADMIN);
  await Promise.all([page.goto(settings), other.goto(settings)]);
  await page.getByRole('textbox', { name: 'Name' }).fill(`${source.name} mine`);
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Notes', exact: true }).fill('My notes.');

  await other.getByText('More', { exact: true }).click();
  await other.getByRole('textbox', { name: 'Name' }).fill(`${source.name} theirs`);
  await other.getByRole('textbox', { name: 'Owner' }).fill('Their owner');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.getByText('Everything is saved.')).toBeVisible();

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = page.getByRole('region', { name: 'Demo Admin saved changes while you were editing' });
  await expect(conflict).toBeVisible();
  await expect(conflict).toContainText('Owner: empty → Their owner');
  const name = conflict.getByRole('radiogroup', { name: 'Name' });
  await expect(name.getByRole('radio')).toHaveCount(2);
  await expect(name.getByRole('radio', { name: `${source.name} mine` })).toBeChecked();
  await name.getByRole('radio', { name: `${source.name} theirs` }).check();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(`${source.name} theirs`);
  await name.getByRole('radio', { name: `${source.name} mine` }).check();
  await page.getByRole('button', { name: 'Save my choice' }).click();
  await expect(conflict).toBeHidden();
  await expect(page.getByText('Everything is saved.')).toBeVisible();

  expect(await api.getSource(source.id)).toMatchObject({
    name: `${source.name} mine`,
    notes: 'My notes.',
    owner: 'Their owner',
  });
});

test('changes of different fields are merged without a choice', async ({ page, api, allowedConsoleErrors }) => {
  allowedConsoleErrors.push(STALE_VERSION);
  const source = await api.createSource(uniqueSource());
  await page.goto(`/newssources/${source.id}/settings`);
  await page.getByRole('textbox', { name: 'Name' }).fill(`${source.name} mine`);
  await api.patchSource(source, { owner: 'Theirs' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = page.getByRole('region', { name: /saved changes while you were editing/ });
  await expect(conflict).toContainText('Owner: empty → Theirs');
  await expect(conflict.getByRole('radio')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save my choice' }).click();
  await expect(page.getByText('Everything is saved.')).toBeVisible();
  expect(await api.getSource(source.id)).toMatchObject({ name: `${source.name} mine`, owner: 'Theirs' });
});

test('unsaved changes are kept when another member archives the source, and saved after unarchiving', async ({
  page,
  api,
  allowedConsoleErrors,
}) => {
  allowedConsoleErrors.push(STALE_VERSION, /status of 409/);
  const source = await api.createSource(uniqueSource());
  await page.goto(`/newssources/${source.id}/settings`);
  await page.getByRole('textbox', { name: 'Name' }).fill(`${source.name} mine`);
  await expect(page.getByRole('button', { name: /^Live:/ })).toBeVisible();
  await api.archive(source);
  await expect(page.getByText('This source was archived while you were editing')).toBeVisible();
  await page.getByRole('button', { name: 'Unarchive' }).click();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Everything is saved.')).toBeVisible();
  expect((await api.getSource(source.id)).name).toBe(`${source.name} mine`);
});
