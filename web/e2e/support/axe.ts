import AxeBuilder from '@axe-core/playwright';
import { type Page, expect } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Expects no axe violations on the current page, with all rules in the light scheme and the colour
 * rules in the dark one. `what` names the page in the report; `without` lists rules to disable.
 */
export async function expectAccessible(page: Page, what: string, without: string[] = []): Promise<void> {
  await analyze(page, 'light', (axe) => axe.withTags(RULES).disableRules(without));
  await analyze(page, 'dark', (axe) => axe.withRules(['color-contrast', 'link-in-text-block']));
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });

  async function analyze(page: Page, colorScheme: 'light' | 'dark', choose: (axe: AxeBuilder) => AxeBuilder) {
    // Finishes colour transitions before measuring.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(() => {
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      for (const animation of ending) animation.finish();
    });
    // The default mode opens another page for each analysis, which only frames of other origins
    // need. By default, axe also describes every element that passes.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
    const { violations } = await choose(axe).analyze();
    const found = violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`,
    );
    expect.soft(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}
