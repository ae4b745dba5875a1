import { ADMIN, EDITOR } from './support/accounts';
import { expect, test } from './support/test';
import { uniqueSource } from './support/unique';

test.use({ account: EDITOR });

const STALE = /status of 412/;

test('two people change the same source: both versions are shown, one is chosen, and it is saved', async ({
  page,
  openAs,
  api,
  allowedConsoleErrors,
}) => {
  allowedConsoleErrors.push(STALE);
  const source = await api.createSource(uniqueSource());
  const settings = `/newssources/${source.id}/settings`;
  const other = await openAs(ADMIN);
  await Promise.all([page.goto(settings), other.goto(settings)]);
  await page.getByRole('textbox', { name: 'Name' }).fill(`${source.name} mine`);
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Notes', exact: true }).fill('Only I wrote this.');

  await other.getByText('More', { exact: true }).click();
  await other.getByRole('textbox', { name: 'Name' }).fill(`${source.name} theirs`);
  await other.getByRole('textbox', { name: 'Owner' }).fill('Only they wrote this');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.getByText('Everything is saved.')).toBeVisible();

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = page.getByRole('region', { name: 'Demo Admin saved changes while you were editing' });
  await expect(conflict).toBeVisible();
  await expect(conflict).toContainText('Owner: empty → Only they wrote this');
  const name = conflict.getByRole('group', { name: 'Name' });
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
    notes: 'Only I wrote this.',
    owner: 'Only they wrote this',
  });
});

test('changes of different fields are brought together without a question of whose', async ({
  page,
  api,
  allowedConsoleErrors,
}) => {
  allowedConsoleErrors.push(STALE);
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

test('a source that was archived meanwhile keeps what was typed until it is back', async ({
  page,
  api,
  allowedConsoleErrors,
}) => {
  allowedConsoleErrors.push(STALE, /status of 409/);
  const source = await api.createSource(uniqueSource());
  await page.goto(`/newssources/${source.id}/settings`);
  await page.getByRole('textbox', { name: 'Name' }).fill(`${source.name} mine`);
  await api.archive(source);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This source was archived while you were editing')).toBeVisible();
  await page.getByRole('button', { name: 'Unarchive' }).click();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Everything is saved.')).toBeVisible();
  expect((await api.getSource(source.id)).name).toBe(`${source.name} mine`);
});
