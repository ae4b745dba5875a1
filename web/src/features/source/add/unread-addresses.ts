import type { Discovery } from './discovery';
import type { TriedAddress } from './tried-addresses';
import { triedAddresses } from './tried-addresses';

const LATER = 'The problem may be temporary: search again later, or add the address anyway.';

/**
 * What to do about an address that could not be read and may be a feed, by outcome. Other outcomes,
 * such as “not found” or a web page, show that the address is not a feed.
 */
const ADVICE: Record<string, string> = {
  timeout: LATER,
  refused: LATER,
  reset: LATER,
  unavailable: LATER,
  server_error: LATER,
  cancelled: LATER,
  rate_limited: 'The site limits the number of requests: search again in a few minutes, or add the address anyway.',
  forbidden: 'The site refuses automated requests: ask the publisher for access, or add the address anyway.',
  challenge: 'A browser check protects the address: ask the publisher for access, or add the address anyway.',
  unauthorized: 'The site requires a password: add the address anyway, and enter the password in its settings.',
  robots: 'robots.txt forbids reading the address: ask the publisher for permission first.',
  tls: 'The certificate of the site is not valid: inform the publisher, or add the address anyway.',
  too_large: 'The document is larger than the limit: look for the feed of a section.',
};

export type UnreadAddress = TriedAddress & { advice: string };

/**
 * Returns the addresses that could not be read and may be feeds; guessed addresses only when
 * nothing else was found.
 */
export function unreadAddresses(discovery: Discovery): UnreadAddress[] {
  const hasFeeds = discovery.candidates.some(({ kind }) => kind);
  const seen = new Set<string>();
  return triedAddresses(discovery).flatMap((tried) => {
    const advice = ADVICE[tried.outcome];
    if (!advice || seen.has(tried.url) || (tried.from === 'well_known' && hasFeeds)) return [];
    if (tried.from === 'page') return []; // the homepage is not a feed
    seen.add(tried.url);
    return [{ ...tried, advice }];
  });
}
