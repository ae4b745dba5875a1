import { test as base, expect, type BrowserContextOptions, type Page } from '@playwright/test';
import { ADMIN, SIGNED_OUT, createSessionCache, signInWithPassword, type StorageState } from './accounts';
import { Api } from './api';
import { Emulator } from './emulator';
import { type Stack, readStack } from './stack';
import { collectViolations } from './violations';

interface Fixtures {
  /** Who is signed in when the journey begins; nobody without it. */
  account: string | null;
  /** Signs in through the card, as a person does. */
  signIn: (email: string, password?: string) => Promise<void>;
  /** Errors that the console may tell of in this test; any other one fails it. */
  allowedConsoleErrors: RegExp[];
  /** Another browser, of somebody else or of nobody. */
  openAs: (email: string | null, options?: BrowserContextOptions) => Promise<Page>;
  /** Makes what the journey finds. */
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

  context: async ({ context, stack, allowedConsoleErrors }, provide) => {
    const wrong = await collectViolations(context, stack, allowedConsoleErrors);
    await provide(context);
    expect(wrong, 'what the page did wrong').toEqual([]);
  },

  openAs: async ({ browser, stack, sessionOf, allowedConsoleErrors }, provide) => {
    const opened: { close: () => Promise<void>; wrong: string[] }[] = [];
    await provide(async (email, options = {}) => {
      const storageState = email ? await sessionOf(email) : SIGNED_OUT;
      const context = await browser.newContext({ baseURL: stack.app, storageState, ...options });
      opened.push({
        close: () => context.close(),
        wrong: await collectViolations(context, stack, allowedConsoleErrors),
      });
      return context.newPage();
    });
    for (const { close, wrong } of opened) {
      await close();
      expect(wrong, 'what the other browser did wrong').toEqual([]);
    }
  },

  signIn: async ({ page }, provide) => provide((email, password) => signInWithPassword(page, email, password)),
  api: async ({ stack }, provide) => provide(await Api.as(stack, ADMIN)),
  emulator: async ({ stack }, provide) => provide(new Emulator(stack)),
});

export { expect };
