import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** The first lines name the assertion, the locator, and what was expected and received. */
const LINES_PER_ERROR = 12;

/**
 * Prints the errors of the failed tests again at the end of the run, without their attachments,
 * because some CI systems keep only the end of a log.
 */
export default class FailureSummary implements Reporter {
  readonly #failures: string[] = [];

  onTestEnd({ title, expectedStatus }: TestCase, { status, errors }: TestResult) {
    if (status === expectedStatus || status === 'skipped') return;
    const texts = errors.map(({ message = '', location }) => {
      const lines = stripVTControlCharacters(message).split('\n').slice(0, LINES_PER_ERROR);
      return [`${location?.file ?? ''}:${location?.line ?? ''}`, ...lines].join('\n    ');
    });
    this.#failures.push([title, ...texts].join('\n  '));
  }

  onEnd() {
    if (this.#failures.length > 0) console.error(`\nFailed:\n${this.#failures.join('\n')}`);
  }

  printsToStdio() {
    return false;
  }
}
