import type { SuggestionSummary, Work } from '@/api/gen/types.gen';
import { formatCount, formatNumber } from '@/lib/format-count';

export interface WorkCount {
  /** Sources that need a person and are not snoozed. */
  sources: number;
  /** Open suggestions of all kinds, except those that the entries of the sources show. */
  suggestions: number;
  /** The number of suggestions is a lower bound. */
  isCapped: boolean;
}

/** Counts the work: what the tabs of the page Work list. */
export function countWork(work: Work | undefined, details: SuggestionSummary | undefined): WorkCount {
  const ofChecks = work?.suggestions.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const ofDetails = details ? Object.values(details.fields).reduce((sum, count) => sum + count, 0) : 0;
  return { sources: work?.total ?? 0, suggestions: ofChecks + ofDetails, isCapped: details?.capped ?? false };
}

/** Returns the text "2 sources and 5 suggestions"; '' for none. */
export function workText({ sources, suggestions, isCapped }: WorkCount): string {
  const parts = [
    sources > 0 && formatCount(sources, 'source'),
    suggestions > 0 &&
      (isCapped ? `${formatNumber(suggestions)} or more suggestions` : formatCount(suggestions, 'suggestion')),
  ];
  return parts.filter(Boolean).join(' and ');
}
