import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { PASSWORD, type Stack, readStack } from './stack';

interface Fixtures {
  stack: Stack;
  /** Signs in through the card, as a person does. */
  signIn: (email: string, password?: string) => Promise<void>;
  /** What the console may say in this test: everything else that is an error fails it. */
  expectedConsole: RegExp[];
}

/** The popup of Google's sign-in needs a script of theirs, which tests answer themselves: the emulator does the rest. */
const GAPI = /^https:\/\/apis\.google\.com\/js\/api\.js/;
const gapiStub = readFileSync(join(import.meta.dirname, 'gapi-stub.js'), 'utf8');

export const test = base.extend<Fixtures>({
  stack: async ({}, provide) => provide(readStack()),
  baseURL: async ({ stack }, provide) => provide(stack.app),
  expectedConsole: [[], { option: true }],

  page: async ({ page, context, stack, expectedConsole }, provide) => {
    const wrong: string[] = [];
    const own = [stack.app, stack.auth_emulator].map((address) => new URL(address).host);
    await context.route(GAPI, (route) => route.fulfill({ contentType: 'text/javascript', body: gapiStub }));
    await context.route(
      (url) => url.protocol.startsWith('http') && !own.includes(url.host) && !GAPI.test(url.href),
      (route) => {
        wrong.push(`a request left the machine: ${route.request().url()}`);
        return route.abort();
      },
    );
    page.on('pageerror', (error) => wrong.push(`an error nobody caught: ${error.message}`));
    page.on('console', (message) => {
      const text = message.text();
      if (message.type() === 'error' && !expectedConsole.some((expected) => expected.test(text)))
        wrong.push(`the console: ${text}`);
    });
    await provide(page);
    expect(wrong, 'what the page did wrong').toEqual([]);
  },

  signIn: async ({ page }, provide) => {
    await provide(async (email, password = PASSWORD) => {
      await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    });
  },
});

export { expect };
