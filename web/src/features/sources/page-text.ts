import type { Summary } from '@/api/gen/types.gen';
import { formatNumber } from '@/lib/format-count';
import { activeFilters, type SourcesSearch } from './sources.schema';

/** Returns the number of matching sources, and of how many when a filter is active. */
export function countText(
  page: { total: number; total_is_estimate: boolean },
  summary: Summary | undefined,
  search: SourcesSearch,
): string {
  const { total } = page;
  const text = page.total_is_estimate ? `about ${formatNumber(total)}` : formatNumber(total);
  if (activeFilters(search).length === 0 || !summary) return text;
  // Archived sources count only when the filter includes them.
  const all = summary.sources + (search.lifecycle.includes('archived') ? summary.lifecycle.archived : 0);
  return `${text} of ${formatNumber(Math.max(all, total))}`;
}
