import type { Summary } from '@/api/gen/types.gen';
import { formatNumber } from '@/lib/format-count';
import { totalText } from '@/lib/range-text';
import { activeFilters, type SourcesSearch } from './sources.schema';

/** Returns the number of matching sources, and of how many when a filter is active. */
export function countText(
  page: { total: number; total_is_minimum: boolean },
  summary: Summary | undefined,
  search: SourcesSearch,
): string {
  const text = totalText(page);
  if (activeFilters(search).length === 0 || !summary) return text;
  // Archived sources count only when the filter includes them.
  const all = summary.sources + (search.lifecycle.includes('archived') ? summary.lifecycle.archived : 0);
  return `${text} of ${formatNumber(Math.max(all, page.total))}`;
}

/** Returns the number of matching sources with its noun: "1 source", "more than 10,000 sources". */
export function sourcesText(page: { total: number; total_is_minimum: boolean } | undefined): string {
  if (!page) return 'sources';
  return `${totalText(page)} ${page.total === 1 && !page.total_is_minimum ? 'source' : 'sources'}`;
}
