import { expect, test } from './support/test';

test('signing in opens the list of sources', async ({ page, stack, signIn }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await signIn(stack.demo.email);
  await expect(page).toHaveURL(/\/newssources$/);
  await expect(page.getByRole('heading', { name: 'Sources', level: 1 })).toBeVisible();
});
