import { EDITOR } from './support/accounts';
import { expect, test } from './support/test';
import { uniqueSource } from './support/unique';

test.use({ account: EDITOR });

/** A PNG of 1 × 1 pixels. */
const TOO_SMALL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** A red PNG of 16 × 16 pixels. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQMAAAAlPW0iAAAABlBMVEWwKiX///+jjuQBAAAAFElEQVR4nGLABPwfEAgDAAIAAP//Xg4D/ZaEg4IAAAAASUVORK5CYII=';

const file = (name: string, base64: string, mimeType = 'image/png') => ({
  name,
  mimeType,
  buffer: Buffer.from(base64, 'base64'),
});

test('a logo chosen in the settings is shown next to the name until it is removed', async ({
  page,
  api,
  allowedConsoleErrors,
}) => {
  allowedConsoleErrors.push(/status of 422/);
  const { id, name } = await api.createSource(uniqueSource());
  await page.goto(`/newssources/${id}/settings`);
  const field = page.getByRole('group', { name: 'Logo' });
  const choose = async (picture: ReturnType<typeof file>) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      field.getByRole('button', { name: /^(Choose a picture|Replace)$/ }).click(),
    ]);
    await chooser.setFiles(picture);
  };
  const header = page.getByRole('main').locator('[data-size="40"]');
  await expect(header).toHaveAttribute('data-letter', name.charAt(0).toUpperCase());

  await choose(file('pixel.png', TOO_SMALL));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(field).toContainText('1 × 1 pixels');
  await expect(field.getByRole('button', { name: 'Replace' })).toBeFocused();

  await choose(file('logo.png', PICTURE));
  await expect(field).not.toContainText('pixels');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Everything is saved.')).toBeVisible();
  await expect(header.locator('img')).toHaveJSProperty('naturalWidth', 64);

  await page.goto(`/newssources?q=${encodeURIComponent(name)}`);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row.locator('img')).toHaveJSProperty('naturalWidth', 64);

  await page.goto(`/newssources/${id}/settings`);
  await field.getByRole('button', { name: 'Remove the logo' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Everything is saved.')).toBeVisible();
  await expect(header).toHaveAttribute('data-letter', name.charAt(0).toUpperCase());

  await page.getByRole('link', { name: 'History' }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText('removed logo');
  await expect(main).toContainText('set logo');
});
