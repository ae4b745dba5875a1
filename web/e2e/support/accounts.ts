import type { Browser, BrowserContext, Page } from '@playwright/test';
import { PASSWORD, type Stack } from './stack';

/** Seeded accounts; see services/devstack/seed.go. */
export const ADMIN = 'demo@example.org';
export const EDITOR = 'editor@example.org';
export const CONTRIBUTOR = 'contributor@example.org';
export const VIEWER = 'viewer@example.org';

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** An empty state: without it, a new context gets the state of the test's own context. */
export const SIGNED_OUT: StorageState = { cookies: [], origins: [] };

/** Signs in with the sign-in form. */
export async function signInWithPassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/**
 * Returns a function that signs an account in once per worker and returns the cached browser state.
 */
export function createSessionCache(browser: Browser, stack: Stack): (email: string) => Promise<StorageState> {
  const states = new Map<string, Promise<StorageState>>();
  async function signIn(email: string) {
    const page = await browser.newPage({ baseURL: stack.app, storageState: SIGNED_OUT });
    await page.goto('/');
    await signInWithPassword(page, email);
    await page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor();
    const state = await page.context().storageState({ indexedDB: true });
    await page.context().close();
    return state;
  }
  return (email) => {
    const state = states.get(email) ?? signIn(email);
    states.set(email, state);
    return state;
  };
}
