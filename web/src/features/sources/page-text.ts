import type { SourcePage, Summary } from '@/api/gen/types.gen';
import { activeFilters, type SourcesSearch } from './sources.schema';

const number = (value: number) => value.toLocaleString('en');

/**
 * What the page shows of how many. Pages are found by their neighbours, not by their number, so only the first and the
 * last one know where they stand.
 */
export function rangeText(page: SourcePage, search: SourcesSearch): string {
  const shown = page.items.length;
  const total = number(page.total);
  if (!search.cursor || !page.prev_cursor) return `1–${number(shown)} of ${total}`;
  if (!page.next_cursor) return `${number(Math.max(1, page.total - shown + 1))}–${total} of ${total}`;
  return `${number(shown)} of ${total}`;
}

/** Beside the title: how many match, of how many when something is filtered. */
export function countText(total: number, summary: Summary | undefined, search: SourcesSearch): string {
  if (activeFilters(search).length === 0 || !summary) return number(total);
  // The archived count only for who asks for them.
  const all = summary.sources + (search.lifecycle.includes('archived') ? summary.lifecycle.archived : 0);
  return `${number(total)} of ${number(Math.max(all, total))}`;
}
