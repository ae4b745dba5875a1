interface Page {
  items: unknown[];
  total: number;
  next_cursor?: string;
  prev_cursor?: string;
}

const number = (value: number) => value.toLocaleString('en');

/**
 * What a page shows of how many. Pages are found by their neighbours, not by their number, so only the first and the
 * last one know where they stand.
 */
export function rangeText(page: Page, cursor: string | null): string {
  const shown = page.items.length;
  const total = number(page.total);
  if (!cursor || !page.prev_cursor) return `1–${number(shown)} of ${total}`;
  if (!page.next_cursor) return `${number(Math.max(1, page.total - shown + 1))}–${total} of ${total}`;
  return `${number(shown)} of ${total}`;
}
