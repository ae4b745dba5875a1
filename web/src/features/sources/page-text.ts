import type { Summary } from '@/api/gen/types.gen';
import { activeFilters, type SourcesSearch } from './sources.schema';

const number = (value: number) => value.toLocaleString('en');

/** Beside the title: how many match, of how many when something is filtered. */
export function countText(total: number, summary: Summary | undefined, search: SourcesSearch): string {
  if (activeFilters(search).length === 0 || !summary) return number(total);
  // The archived count only for who asks for them.
  const all = summary.sources + (search.lifecycle.includes('archived') ? summary.lifecycle.archived : 0);
  return `${number(total)} of ${number(Math.max(all, total))}`;
}
