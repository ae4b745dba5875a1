import type { SuggestionField, SuggestionSummary } from '@/api/gen/types.gen';
import { SUGGESTION_FIELD } from '@/entities/suggestion/labels';
import { formatNumber } from '@/lib/format-count';

const PLURALS: Record<SuggestionField, string> = {
  name: 'names',
  homepage_url: 'homepages',
  country: 'countries',
  languages: 'languages',
  paywall: 'paywalls',
  logo: 'logos',
};

/**
 * Returns a number of suggestions in words: "1 logo", "42 countries", "10,000 or more suggestions".
 */
export function suggestionCount(count: number, field?: SuggestionField, capped = false): string {
  const singular = field ? SUGGESTION_FIELD[field].toLowerCase() : 'suggestion';
  const noun = count === 1 ? singular : field ? PLURALS[field] : 'suggestions';
  return `${formatNumber(count)}${capped ? ' or more' : ''} ${noun}`;
}

/** Returns the number of all suggestions of a summary. */
export function totalOf({ fields }: SuggestionSummary): number {
  return Object.values(fields).reduce((sum, count) => sum + count, 0);
}
