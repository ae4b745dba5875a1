import type { Candidate, Collected } from '@/api/gen/types.gen';
import { describeError } from '@/api/describe-error';
import { ApiProblem } from '@/api/problem';
import { hostOf } from '@/lib/format-address';
import { formatCount } from '@/lib/format-count';
import { chosenRows, type Entry, existingOf, isDead, isReady, mayHaveNews } from './entry';
import type { Found } from './discovery';

/** "3 feeds, 1 sitemap" */
export function whatWasFound(candidates: Candidate[]): string {
  const real = candidates.filter((candidate) => candidate.kind);
  const sitemaps = real.filter(({ kind }) => kind?.includes('sitemap')).length;
  const comments = real.filter((candidate) => candidate.comments).length;
  const lists = real.filter(({ kind }) => kind === 'html_list').length;
  const feeds = real.length - sitemaps - comments - lists;
  const parts = [
    feeds > 0 && formatCount(feeds, 'feed', 'feeds'),
    sitemaps > 0 && formatCount(sitemaps, 'sitemap', 'sitemaps'),
    lists > 0 && formatCount(lists, 'HTML list', 'HTML lists'),
    comments > 0 && formatCount(comments, 'comment feed', 'comment feeds'),
  ].filter((part) => part !== false);
  return parts.join(', ') || 'No feed';
}

/** What came of the address itself, in words. */
export function arrivalText(found: Found): string {
  const { arrival } = found;
  if (!arrival) return 'Asking the site …';
  if (arrival.outcome !== 'ok') return arrival.detail ?? 'The site could not be read.';
  return arrival.hops.length > 0 ? `Reached ${hostOf(arrival.final_url)}` : 'Reached';
}

/** Why a source that is there already is mentioned. */
export function existingText(why: Collected['why'] | undefined): string {
  switch (why) {
    case 'same_address':
      return 'This address is already gathered for';
    case 'redirects_to':
      return 'This address leads to one that belongs to';
    default:
      return 'This outlet is already in the register:';
  }
}

/** Why saving was refused, in a sentence for a line of a list. */
export function refusalText(refusal: unknown): string {
  const [first] = refusal instanceof ApiProblem ? refusal.errors : [];
  const { heading, text } = describeError(refusal);
  return first?.detail ?? (text || heading);
}

export interface Status {
  tone: 'muted' | 'busy' | 'ok' | 'warn' | 'bad';
  text: string;
}

/** How things stand with an address, in a line. */
export function statusOf(entry: Entry): Status {
  const { phase, found, values, saved } = entry;
  const existing = existingOf(entry);
  if (saved) {
    return { tone: 'ok', text: saved.added ? `${formatCount(saved.added, 'feed', 'feeds')} added` : 'Saved' };
  }
  if (phase === 'skipped') return { tone: 'muted', text: 'Skipped' };
  if (phase === 'saving') return { tone: 'busy', text: 'Being saved' };
  if (phase === 'searching') {
    return {
      tone: 'busy',
      text: found.candidates.length > 0 ? `${whatWasFound(found.candidates)} so far` : 'Searching',
    };
  }
  if (entry.twin !== undefined) return { tone: 'warn', text: `Same outlet as line ${entry.twin}` };
  if (existing) return { tone: 'warn', text: 'Already there' };
  if (phase === 'waiting') return { tone: 'muted', text: 'Waits' };
  if (entry.refusal !== undefined) return { tone: 'bad', text: refusalText(entry.refusal) };
  if (isReady(entry)) return { tone: 'ok', text: `${whatWasFound(found.candidates)} · ${values.name}` };
  return unclear(entry);
}

/** Why somebody has to look at it. */
function unclear(entry: Entry): Status {
  const { found, trouble, values } = entry;
  const feeds = found.candidates.filter(({ kind }) => kind).length;
  if (trouble) return { tone: 'bad', text: trouble };
  if (isDead(entry) && feeds === 0) return { tone: 'bad', text: arrivalText(found) };
  if (feeds === 0) return { tone: 'warn', text: 'No feed was found' };
  const what = whatWasFound(found.candidates);
  if (isDead(entry)) return { tone: 'warn', text: `${what}, but no homepage` };
  if (found.done?.partial) return { tone: 'warn', text: `${what}, perhaps not all` };
  if (values.name.trim() === '' || values.homepage_url.trim() === '')
    return { tone: 'warn', text: `${what}, but no name` };
  if (!mayHaveNews(entry)) return { tone: 'warn', text: `${what}, already collected` };
  // All else is settled: a list is ready once a person says so.
  return { tone: 'warn', text: `${what}, ${chosenRows(values).length > 0 ? 'to look at' : 'none chosen'}` };
}
