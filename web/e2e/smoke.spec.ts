import { expect, test } from './support/test';

test('a person signs in and comes to the sources', async ({ page, stack, signIn }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await signIn(stack.demo.email);
  await expect(page).toHaveURL(/\/newssources$/);
  await expect(page.getByRole('heading', { name: 'Sources', level: 1 })).toBeVisible();
});
