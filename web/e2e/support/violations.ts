import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import type { Stack } from './stack';

/** The popup of Google's sign-in needs a script of theirs, which tests answer themselves: the emulator does the rest. */
const GAPI = /^https:\/\/apis\.google\.com\/js\/api\.js/;
const gapiStub = readFileSync(join(import.meta.dirname, 'gapi-stub.js'), 'utf8');

/** Lists show the sources of all journeys, one of which removes its picture between the list and the picture of another. */
const REMOVED_PICTURE = /\/newssources\/[^/]+\/logo\?/;

/**
 * Notes everything that no page of ours may do: an error nobody caught, an error in the console that the test doesn't
 * expect, something the CSP refused, a request to another machine. Whoever watches fails when the list isn't empty.
 */
export async function collectViolations(context: BrowserContext, stack: Stack, expected: RegExp[]): Promise<string[]> {
  const wrong: string[] = [];
  const own = [stack.app, stack.auth_emulator].map((address) => new URL(address).host);
  // The emulator's own pages, such as the one that stands for Google's, want fonts and do as they please.
  const isOurs = (url: string) => url.startsWith(stack.app);

  await context.route(GAPI, (route) => route.fulfill({ contentType: 'text/javascript', body: gapiStub }));
  await context.route(
    (url) => url.protocol.startsWith('http') && !own.includes(url.host) && !GAPI.test(url.href),
    (route) => {
      const request = route.request();
      const from = request.isNavigationRequest() ? stack.app : request.frame().url();
      if (isOurs(from)) wrong.push(`a request left the machine: ${request.url()}`);
      return route.abort();
    },
  );
  const unexpected = (text: string) => !expected.some((words) => words.test(text));
  context.on('weberror', (error) => {
    const { message, stack: where = '' } = error.error();
    if (isOurs(error.page()?.url() ?? stack.app) && unexpected(message))
      wrong.push(`nobody caught: ${message} ${where}`);
  });
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() !== 'error' || !isOurs(message.page()?.url() ?? stack.app)) return;
    if (/status of 404/.test(text) && REMOVED_PICTURE.test(message.location().url)) return;
    if (unexpected(text)) wrong.push(`the console: ${text}`);
  });
  await context.exposeBinding('reportRefusedByCsp', ({ frame }, what: string) => {
    if (isOurs(frame.url())) wrong.push(`refused by the CSP: ${what}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (window as unknown as { reportRefusedByCsp: (what: string) => void }).reportRefusedByCsp;
      report(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`);
    });
  });
  return wrong;
}
