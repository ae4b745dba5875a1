import type { Page } from '@playwright/test';
import { EDITOR } from './support/accounts';
import { lookupFinished } from './support/add-page';
import type { Expectation } from './support/stack';
import { expect, test } from './support/test';

test.use({ account: EDITOR });

/** The time for one site: a discovery ends after 15 s at most. */
const SITE_MS = 25_000;

const result = (page: Page) => page.getByRole('region', { name: 'Search result' });

async function findFeeds(page: Page, address: string) {
  const field = page.getByRole('textbox', { name: 'Site or feed address' });
  await field.fill(address);
  await field.press('Enter');
  await expect(result(page)).toHaveAttribute('aria-busy', 'true');
  await lookupFinished(page);
}

/** Returns what differs from the expectation, or '' when the page shows what the simulator expects. */
async function difference(page: Page, { class: siteClass, address, feed, or_feed, attempt }: Expectation) {
  await page.goto('/newssources/new');
  await findFeeds(page, address);
  const selected = result(page).getByRole('checkbox', { checked: true });
  const urls = await selected.evaluateAll((boxes) =>
    boxes.map((box) => box.closest('li')?.querySelector('p')?.textContent ?? ''),
  );
  const site = `${siteClass}: ${address}`;
  if (feed) {
    const isExpected = urls.length === 1 && [feed, or_feed].includes(urls[0]);
    return isExpected ? '' : `${site} selects ${urls.join(' ') || 'nothing'} instead of ${feed}`;
  }
  if (urls.length > 0) return `${site} selects ${urls.join(' ')}, but no feed can be read`;
  const text = (await result(page).textContent()) ?? '';
  if (/no feed was found/i.test(text)) return `${site} claims that there is no feed`;
  const hasAttempts = attempt === undefined || text.includes('Addresses tried');
  return hasAttempts ? '' : `${site} does not list the tried addresses`;
}

test('every simulated site gets its main feed selected, or the reason why not', async ({ page, stack }) => {
  const { expectations } = stack.simulator;
  test.setTimeout(expectations.length * SITE_MS);
  const differences: string[] = [];
  for (const expectation of expectations) {
    const text = await difference(page, expectation);
    if (text) differences.push(text);
  }
  expect(differences).toEqual([]);
});
