import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import type { Stack } from './stack';

/** Google's script for the sign-in pop-up. */
const GAPI = /^https:\/\/apis\.google\.com\/js\/api\.js/;
const gapiStub = readFileSync(join(import.meta.dirname, 'gapi-stub.js'), 'utf8');

/**
 * The list shows the sources of parallel tests, so a logo may be removed before it is requested.
 */
const LOGO_URL = /\/newssources\/[^/]+\/logo\?/;

/** Replaces Google's script with a stub, for tests that open the sign-in pop-up. */
export async function stubGoogleScript(context: BrowserContext): Promise<void> {
  await context.route(GAPI, (route) => route.fulfill({ contentType: 'text/javascript', body: gapiStub }));
}

/**
 * Starts an empty list for a test and returns it. Violations of the pages are appended to the
 * newest list.
 */
export type StartViolations = (allowedErrors: RegExp[], allowedOrigins: string[]) => string[];

/**
 * Collects violations of the app's pages: uncaught errors, console errors that are not allowed, CSP
 * violations and requests to other hosts. The fixtures fail the test if its list is not empty.
 */
export async function collectViolations(context: BrowserContext, stack: Stack): Promise<StartViolations> {
  let violations: string[] = [];
  let allowedErrors: RegExp[] = [];
  let allowedOrigins: string[] = [];
  const isAllowed = (host: string) =>
    [stack.app, stack.auth_emulator, ...allowedOrigins].some((address) => new URL(address).host === host);
  // Pages of the emulator, such as its replacement of Google's sign-in page, are not checked.
  const isAppPage = (url: string) => url.startsWith(stack.app);

  // browserOptions prevents connections to other hosts. A route would pass every request of the
  // page through the test process and disable the HTTP cache, which users have; the journeys would
  // need a sixth more CPU time.
  context.on('request', (request) => {
    const { protocol, host, href } = new URL(request.url());
    if (!protocol.startsWith('http') || isAllowed(host) || GAPI.test(href)) return;
    const from = request.isNavigationRequest() ? stack.app : request.frame().url();
    if (isAppPage(from)) violations.push(`request to another host: ${href}`);
  });
  const unexpected = (text: string) => !allowedErrors.some((words) => words.test(text));
  context.on('weberror', (error) => {
    const { message, stack: where = '' } = error.error();
    if (isAppPage(error.page()?.url() ?? stack.app) && unexpected(message))
      violations.push(`uncaught error: ${message} ${where}`);
  });
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() !== 'error' || !isAppPage(message.page()?.url() ?? stack.app)) return;
    if (/status of 404/.test(text) && LOGO_URL.test(message.location().url)) return;
    if (unexpected(text)) violations.push(`console error: ${text}`);
  });
  await context.exposeBinding('reportCspViolation', ({ frame }, what: string) => {
    if (isAppPage(frame.url())) violations.push(`CSP violation: ${what}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (window as unknown as { reportCspViolation: (what: string) => void }).reportCspViolation;
      report(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`);
    });
  });
  return (errors, origins) => {
    [violations, allowedErrors, allowedOrigins] = [[], errors, origins];
    return violations;
  };
}
