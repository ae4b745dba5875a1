import type { Work } from '@/api/gen/types.gen';
import { formatCount } from './format-count';

/** Returns the number of sources that need a person and of open suggestions, with the text "2 sources and 5 suggestions"; '' for none. */
export function countWork(work: Pick<Work, 'total' | 'suggestions'> | undefined): { total: number; text: string } {
  const sources = work?.total ?? 0;
  const suggestions = work?.suggestions.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const parts = [
    sources > 0 && formatCount(sources, 'source'),
    suggestions > 0 && formatCount(suggestions, 'suggestion'),
  ];
  return { total: sources + suggestions, text: parts.filter(Boolean).join(' and ') };
}
