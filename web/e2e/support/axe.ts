import AxeBuilder from '@axe-core/playwright';
import { type Page, expect } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * The page as it is now has nothing that axe minds, in both colour schemes: the second time only what depends on colours.
 * `what` names it in the report; `without` are rules that don't apply to it.
 */
export async function expectAccessible(page: Page, what: string, without: string[] = []): Promise<void> {
  await look(page, 'light', (axe) => axe.withTags(RULES).disableRules(without));
  await look(page, 'dark', (axe) => axe.withRules(['color-contrast', 'link-in-text-block']));
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });

  async function look(page: Page, colorScheme: 'light' | 'dark', choose: (axe: AxeBuilder) => AxeBuilder) {
    // Colours that are still changing would be measured half-way.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(() => {
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      for (const animation of ending) animation.finish();
    });
    const { violations } = await choose(new AxeBuilder({ page })).analyze();
    const found = violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`,
    );
    expect.soft(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}
