import { test as base, expect, type BrowserContext, type Page, type ViewportSize } from '@playwright/test';
import { ADMIN, SIGNED_OUT, createSessionCache, signInWithPassword, type StorageState } from './accounts';
import { Api } from './api';
import { ContextPool, type PooledContext } from './context-pool';
import { Emulator } from './emulator';
import { type Stack, readStack } from './stack';
import { collectViolations } from './violations';

interface Fixtures {
  /** The account that is signed in at the start of the test, or null. */
  account: string | null;
  /**
   * Whether the test needs a new browser context: it signs out, or changes the network, the clock
   * or anything else that belongs to the context. Signed-in tests share contexts by default.
   */
  ownContext: boolean;
  /** Signs in with the sign-in form. */
  signIn: (email: string, password?: string) => Promise<void>;
  /** Console errors that this test allows; any other one fails it. */
  allowedConsoleErrors: RegExp[];
  /** Other sites that this test opens; a request to any other host fails it. */
  allowedOrigins: string[];
  /** Opens a page in another browser context, signed in as an account or signed out. */
  openAs: (email: string | null, viewport?: ViewportSize) => Promise<Page>;
  /** Returns a browser context until the end of the test, signed in as an account or signed out. */
  contextOf: (email: string | null) => Promise<BrowserContext>;
  /** Creates test data. */
  api: Api;
  emulator: Emulator;
}

interface WorkerFixtures {
  stack: Stack;
  sessionOf: (email: string) => Promise<StorageState>;
  contextPool: ContextPool;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  stack: [async ({}, provide) => provide(readStack()), { scope: 'worker' }],
  sessionOf: [async ({ browser, stack }, provide) => provide(createSessionCache(browser, stack)), { scope: 'worker' }],
  contextPool: [
    async ({ browser, stack, sessionOf }, provide) => provide(new ContextPool(browser, stack, sessionOf)),
    { scope: 'worker' },
  ],
  account: [null, { option: true }],
  ownContext: [false, { option: true }],
  baseURL: async ({ stack }, provide) => provide(stack.app),
  storageState: async ({ account, sessionOf }, provide) => provide(account ? await sessionOf(account) : undefined),
  allowedConsoleErrors: async ({}, provide) => provide([]),
  allowedOrigins: async ({}, provide) => provide([]),

  contextOf: async (
    { browser, stack, sessionOf, contextPool, ownContext, allowedConsoleErrors, allowedOrigins },
    provide,
    testInfo,
  ) => {
    const used: { violations: string[]; release: PooledContext['release'] }[] = [];
    const create = async (email: string | null): Promise<PooledContext> => {
      const storageState = email ? await sessionOf(email) : SIGNED_OUT;
      const context = await browser.newContext({ baseURL: stack.app, storageState });
      return { context, startViolations: await collectViolations(context, stack), release: () => context.close() };
    };
    await provide(async (email) => {
      const { context, startViolations, release } =
        email && !ownContext ? await contextPool.acquire(email) : await create(email);
      used.push({ violations: startViolations(allowedConsoleErrors, allowedOrigins), release });
      return context;
    });
    const isPassed = testInfo.status === testInfo.expectedStatus;
    for (const { violations, release } of used) await release(isPassed && violations.length === 0);
    for (const { violations } of used) expect(violations, 'violations of the pages').toEqual([]);
  },

  context: async ({ account, contextOf }, provide) => provide(await contextOf(account)),

  page: async ({ page, viewport }, provide) => {
    if (viewport) await page.setViewportSize(viewport); // a shared context may have been created with another one
    await provide(page);
  },

  openAs: async ({ contextOf, viewport: ownViewport }, provide) =>
    provide(async (email, viewport = ownViewport ?? undefined) => {
      const context = await contextOf(email);
      const page = await context.newPage();
      if (viewport) await page.setViewportSize(viewport);
      return page;
    }),

  signIn: async ({ page }, provide) => provide((email, password) => signInWithPassword(page, email, password)),
  api: async ({ stack }, provide) => provide(await Api.as(stack, ADMIN)),
  emulator: async ({ stack }, provide) => provide(new Emulator(stack)),
});

export { expect };
