import { formatNumber } from './format-count';

interface Page {
  items: unknown[];
  total: number;
  total_is_minimum?: boolean;
  /** The number of rows before the page, if it is known. */
  offset?: number;
  next_cursor?: string;
  prev_cursor?: string;
}

/**
 * Returns the number of matching sources: "12,431", or "more than 10,000" if they were counted up
 * to there.
 */
export function totalText(page: { total: number; total_is_minimum?: boolean }): string {
  return (page.total_is_minimum ? 'more than ' : '') + formatNumber(page.total);
}

/**
 * Describes the rows of a page, such as "51–100 of 12,431". A page without a known position states
 * its number of rows.
 */
export function rangeText(page: Page, cursor: string | null): string {
  const shown = page.items.length;
  const total = totalText(page);
  if (!cursor || !page.prev_cursor) return `1–${formatNumber(shown)} of ${total}`;
  if (page.offset !== undefined && shown > 0)
    return `${formatNumber(page.offset + 1)}–${formatNumber(page.offset + shown)} of ${total}`;
  if (!page.next_cursor && !page.total_is_minimum)
    return `${formatNumber(Math.max(1, page.total - shown + 1))}–${total} of ${total}`;
  return `${formatNumber(shown)} of ${total}`;
}
