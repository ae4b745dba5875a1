import type { Candidate, Collected } from '@/api/gen/types.gen';
import type { Found } from './discovery';

/** How many of something, in words. */
export function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** "3 feeds, 1 news sitemap" */
export function whatWasFound(candidates: Candidate[]): string {
  const real = candidates.filter((candidate) => candidate.kind);
  const sitemaps = real.filter(({ kind }) => kind?.includes('sitemap')).length;
  const comments = real.filter((candidate) => candidate.comments).length;
  const feeds = real.length - sitemaps - comments;
  const parts = [
    feeds > 0 && count(feeds, 'feed', 'feeds'),
    sitemaps > 0 && count(sitemaps, 'sitemap', 'sitemaps'),
    comments > 0 && count(comments, 'comment feed', 'comment feeds'),
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
export function existingText(existing: Collected): string {
  switch (existing.why) {
    case 'same_address':
      return 'This address is already gathered for';
    case 'redirects_to':
      return 'This address leads to one that belongs to';
    case 'same_outlet':
      return 'This outlet is already in the register:';
  }
}

/** "~85 items a day", "~2 items a week", "1 item a month" */
export function cadence(perDay: number | undefined): string {
  if (!perDay) return '';
  if (perDay >= 1) return `~${count(Math.round(perDay), 'item', 'items')} a day`;
  if (perDay * 7 >= 1) return `~${count(Math.round(perDay * 7), 'item', 'items')} a week`;
  return 'less than one item a week';
}

export function hostOf(address: string): string {
  try {
    return new URL(address).host.replace(/^www\./, '');
  } catch {
    return address;
  }
}
