import { test as base, expect, type BrowserContextOptions, type Page } from '@playwright/test';
import { ADMIN, SIGNED_OUT, createSessionCache, signInWithPassword, type StorageState } from './accounts';
import { Api } from './api';
import { Emulator } from './emulator';
import { type Stack, readStack } from './stack';
import { collectViolations } from './violations';

interface Fixtures {
  /** The account that is signed in at the start of the test, or null. */
  account: string | null;
  /** Signs in with the sign-in form. */
  signIn: (email: string, password?: string) => Promise<void>;
  /** Console errors that this test allows; any other one fails it. */
  allowedConsoleErrors: RegExp[];
  /** Other sites that this test opens; a request to any other host fails it. */
  allowedOrigins: string[];
  /** Opens a page in another browser context, signed in as an account or signed out. */
  openAs: (email: string | null, options?: BrowserContextOptions) => Promise<Page>;
  /** Creates test data. */
  api: Api;
  emulator: Emulator;
}

interface WorkerFixtures {
  stack: Stack;
  sessionOf: (email: string) => Promise<StorageState>;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  stack: [async ({}, provide) => provide(readStack()), { scope: 'worker' }],
  sessionOf: [async ({ browser, stack }, provide) => provide(createSessionCache(browser, stack)), { scope: 'worker' }],
  account: [null, { option: true }],
  baseURL: async ({ stack }, provide) => provide(stack.app),
  storageState: async ({ account, sessionOf }, provide) => provide(account ? await sessionOf(account) : undefined),
  allowedConsoleErrors: async ({}, provide) => provide([]),
  allowedOrigins: async ({}, provide) => provide([]),

  context: async ({ context, stack, allowedConsoleErrors, allowedOrigins }, provide) => {
    const violations = await collectViolations(context, stack, allowedConsoleErrors, allowedOrigins);
    await provide(context);
    expect(violations, 'violations of the page').toEqual([]);
  },

  openAs: async ({ browser, stack, sessionOf, allowedConsoleErrors, allowedOrigins }, provide) => {
    const opened: { close: () => Promise<void>; violations: string[] }[] = [];
    await provide(async (email, options = {}) => {
      const storageState = email ? await sessionOf(email) : SIGNED_OUT;
      const context = await browser.newContext({ baseURL: stack.app, storageState, ...options });
      opened.push({
        close: () => context.close(),
        violations: await collectViolations(context, stack, allowedConsoleErrors, allowedOrigins),
      });
      return context.newPage();
    });
    for (const { close, violations } of opened) {
      await close();
      expect(violations, 'violations of the other page').toEqual([]);
    }
  },

  signIn: async ({ page }, provide) => provide((email, password) => signInWithPassword(page, email, password)),
  api: async ({ stack }, provide) => provide(await Api.as(stack, ADMIN)),
  emulator: async ({ stack }, provide) => provide(new Emulator(stack)),
});

export { expect };
