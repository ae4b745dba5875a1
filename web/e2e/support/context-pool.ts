import type { Browser, BrowserContext } from '@playwright/test';
import type { StorageState } from './accounts';
import type { Stack } from './stack';
import { type StartViolations, collectViolations } from './violations';

/** A signed-in browser context, which one test at a time uses. */
export interface PooledContext {
  context: BrowserContext;
  startViolations: StartViolations;
  /** Ends the use by a test. A context that a test has left unclean is closed. */
  release: (isClean: boolean) => Promise<void>;
}

/**
 * The browser contexts of a worker, by account. A new context compiles the app in a new
 * process and restores the session, which takes more CPU time than most tests. Each test opens
 * new pages, and the app keeps its state in sessionStorage, which belongs to a page.
 */
export class ContextPool {
  readonly #browser: Browser;
  readonly #stack: Stack;
  readonly #sessionOf: (email: string) => Promise<StorageState>;
  readonly #unused = new Map<string, PooledContext>();

  constructor(browser: Browser, stack: Stack, sessionOf: (email: string) => Promise<StorageState>) {
    this.#browser = browser;
    this.#stack = stack;
    this.#sessionOf = sessionOf;
  }

  async acquire(email: string): Promise<PooledContext> {
    const unused = this.#unused.get(email);
    this.#unused.delete(email);
    return unused ?? this.#create(email);
  }

  async #create(email: string): Promise<PooledContext> {
    const storageState = await this.#sessionOf(email);
    const context = await this.#browser.newContext({ baseURL: this.#stack.app, storageState });
    const startViolations = await collectViolations(context, this.#stack);
    // Keeps the process with the compiled code, which ends with the last page of its site.
    const idlePage = await context.newPage();
    await idlePage.goto('/config.json');
    const localState = () => idlePage.evaluate(() => JSON.stringify(localStorage));
    const initialState = await localState();
    const release = async (isClean: boolean) => {
      if (!isClean || this.#unused.has(email) || (await localState()) !== initialState) return context.close();
      await Promise.all(context.pages().map((page) => page !== idlePage && page.close()));
      this.#unused.set(email, pooled);
    };
    const pooled = { context, startViolations, release };
    return pooled;
  }
}
