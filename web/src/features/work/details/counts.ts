import type { ProposalField, ProposalSummary } from '@/api/gen/types.gen';
import { formatNumber } from '@/lib/format-count';
import { PROPOSAL_FIELD } from '@/lib/labels';

const PLURALS: Record<ProposalField, string> = {
  name: 'names',
  homepage_url: 'homepages',
  country: 'countries',
  languages: 'languages',
  logo: 'logos',
};

/**
 * Returns a number of proposals in words: "1 logo", "42 countries", "10,000 or more suggestions".
 */
export function proposalCount(count: number, field?: ProposalField, capped = false): string {
  const singular = field ? PROPOSAL_FIELD[field].toLowerCase() : 'suggestion';
  const noun = count === 1 ? singular : field ? PLURALS[field] : 'suggestions';
  return `${formatNumber(count)}${capped ? ' or more' : ''} ${noun}`;
}

/** Returns the number of all proposals of a summary. */
export function totalOf({ fields }: ProposalSummary): number {
  return Object.values(fields).reduce((sum, count) => sum + count, 0);
}
