import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Page, expect } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe?: { run: (context: Document, options: RunOptions) => Promise<AxeResults> };
  }
}

/** The minified build is less than half the size of axe.js. */
const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Expects no axe violations on the current page, with all rules in the light scheme and the colour
 * rules in the dark one. `what` names the page in the report; `without` lists rules to disable.
 */
export async function expectAccessible(page: Page, what: string, without: string[] = []): Promise<void> {
  // Each document gets axe once.
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axeScript);
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  await analyze('light', { runOnly: { type: 'tag', values: TAGS }, rules });
  await analyze('dark', { runOnly: { type: 'rule', values: COLOR_RULES } });
  await page.emulateMedia({ colorScheme: null });

  async function analyze(colorScheme: 'light' | 'dark', options: RunOptions) {
    await page.emulateMedia({ colorScheme });
    // By default, axe also describes every element that passes. The app has no frames.
    const allOptions: RunOptions = { ...options, resultTypes: ['violations'], iframes: false };
    const found = await page.evaluate(findViolations, allOptions);
    expect.soft(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}

/** Runs axe in the page and describes the violations that it finds. */
async function findViolations(options: RunOptions): Promise<string[]> {
  // Finishes colour transitions before measuring.
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  for (const animation of ending) animation.finish();
  const { violations } = await window.axe!.run(document, options);
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
