interface Page {
  items: unknown[];
  total: number;
  total_is_estimate?: boolean;
  next_cursor?: string;
  prev_cursor?: string;
}

const formatNumber = (value: number) => value.toLocaleString('en');

/**
 * Describes the rows of a page, such as "1–50 of 12,431". With cursor paging only the first and the last page have a
 * known position; other pages state their number of rows.
 */
export function rangeText(page: Page, cursor: string | null): string {
  const shown = page.items.length;
  const total = page.total_is_estimate ? `about ${formatNumber(page.total)}` : formatNumber(page.total);
  if (!cursor || !page.prev_cursor) return `1–${formatNumber(shown)} of ${total}`;
  if (!page.next_cursor && !page.total_is_estimate)
    return `${formatNumber(Math.max(1, page.total - shown + 1))}–${total} of ${total}`;
  return `${formatNumber(shown)} of ${total}`;
}
