import type { Summary } from '@/api/gen/types.gen';
import { activeFilters, type SourcesSearch } from './sources.schema';

const formatNumber = (value: number) => value.toLocaleString('en');

/** Returns the number of matching sources, and of how many when a filter is active. */
export function countText(total: number, summary: Summary | undefined, search: SourcesSearch): string {
  if (activeFilters(search).length === 0 || !summary) return formatNumber(total);
  // Archived sources count only when the filter includes them.
  const all = summary.sources + (search.lifecycle.includes('archived') ? summary.lifecycle.archived : 0);
  return `${formatNumber(total)} of ${formatNumber(Math.max(all, total))}`;
}
