import type { Page } from '@playwright/test';
import { ADMIN } from './support/accounts';
import { discoveryFinished, pasteAddress } from './support/add-page';
import type { Expectation } from './support/stack';
import { expect, test } from './support/test';

// The number of concurrent searches is limited per account: another account keeps other journeys
// from waiting.
test.use({ account: ADMIN });

/** The number of sites of each class that are pasted; Go tests cover all of them. */
const PER_CLASS = 1;

/** What the page says about the outcome that prevented an answer. */
const REASONS: Record<string, RegExp> = {
  robots: /robots\.txt/i,
  rate_limited: /429|limits/i,
  challenge: /bot|browser/i,
};

/** The time limit for all searches, two at a time, on a loaded machine. */
const ALL_SEARCHED_MS = 240_000;

/**
 * Returns the first sites of each class that need no proxy: those on the real names of platforms
 * and on standard ports are covered by Go tests. Sites that never answer would take 15 seconds
 * each.
 */
function selectSites(expectations: Expectation[]): Expectation[] {
  const counts = new Map<string, number>();
  return expectations.filter(({ class: name, address, attempt }) => {
    if (attempt === 'timeout' || !/^http:\/\/[^/]+:\d+\//.test(address)) return false;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts.get(name)! <= PER_CLASS;
  });
}

async function checkSite(page: Page, site: Expectation): Promise<void> {
  const result = page.getByRole('region', { name: 'Search result' });
  const selected = result.getByRole('checkbox', { checked: true });
  if (site.feed) {
    await expect.soft(selected, site.address).toHaveCount(1);
    const shown = await result.getByRole('list', { name: 'Feeds', exact: true }).innerText();
    const isExpected = [site.feed, site.or_feed].some((feed) => feed !== undefined && shown.includes(feed));
    expect.soft(isExpected, `${site.address}: ${shown}`).toBe(true);
    if (site.name) await expect.soft(page.getByRole('textbox', { name: 'Name' }), site.address).toHaveValue(site.name);
    return;
  }
  await expect.soft(selected, site.address).toHaveCount(0);
  await expect.soft(result, site.address).not.toContainText('No feed was found at this address');
  const reason = REASONS[site.arrival ?? site.attempt ?? ''];
  if (reason) await expect.soft(result, site.address).toContainText(reason);
}

test("the main feeds of today's sites are preselected, or the page says what prevented it", async ({ page, stack }) => {
  test.setTimeout(ALL_SEARCHED_MS);
  const sites = selectSites(stack.simulator.expectations);
  await pasteAddress(page, sites.map(({ address }) => address).join('\n'));
  for (const [index, site] of sites.entries()) {
    await expect(page.getByText(`Address ${index + 1} of ${sites.length}`)).toBeVisible();
    await discoveryFinished(page);
    await checkSite(page, site);
    if (index + 1 < sites.length) await page.keyboard.press('Alt+ArrowDown');
  }
});
