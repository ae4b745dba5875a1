import type { Browser, BrowserContext, Page } from '@playwright/test';
import { PASSWORD, type Stack } from './stack';

/** Who is there from the start; see services/devstack/seed.go. */
export const ADMIN = 'demo@example.org';
export const EDITOR = 'editor@example.org';
export const VIEWER = 'viewer@example.org';

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A new browser takes over what the test's own one has unless it is told otherwise. */
export const SIGNED_OUT: StorageState = { cookies: [], origins: [] };

/** Signs in through the card, as a person does. */
export async function signInWithPassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** A browser's state in which somebody is signed in: made once in a worker, since each journey would wait for it. */
export function createSessionCache(browser: Browser, stack: Stack): (email: string) => Promise<StorageState> {
  const kept = new Map<string, Promise<StorageState>>();
  async function make(email: string) {
    const page = await browser.newPage({ baseURL: stack.app, storageState: SIGNED_OUT });
    await page.goto('/');
    await signInWithPassword(page, email);
    await page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor();
    const state = await page.context().storageState({ indexedDB: true });
    await page.context().close();
    return state;
  }
  return (email) => {
    const state = kept.get(email) ?? make(email);
    kept.set(email, state);
    return state;
  };
}
