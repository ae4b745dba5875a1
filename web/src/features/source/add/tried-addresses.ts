import type { Attempt, DiscoveryOrigin } from '@/api/gen/types.gen';
import { isUnchecked } from './candidate-groups';
import type { Discovery } from './discovery';

/** An address that the discovery fetched and that is not a feed. */
export type TriedAddress = Pick<Attempt, 'url' | 'from' | 'detail'> & { outcome: string };

/**
 * Returns all addresses that were tried without a usable result: attempts, and announced addresses
 * that are not feeds.
 */
export function triedAddresses({ candidates, attempts }: Discovery): TriedAddress[] {
  const announced = candidates
    .filter((candidate) => !candidate.kind && !isUnchecked(candidate))
    .map(({ url, from, outcome, detail }) => ({ url, from, outcome, detail: detail ?? '' }));
  return [...announced, ...attempts];
}

const ORIGINS: Record<DiscoveryOrigin, string> = {
  given: 'Your address',
  link: 'Link element',
  header: 'Link header',
  platform: 'Platform rule',
  robots: 'robots.txt',
  anchor: 'Link on the page',
  sitemap: 'Sitemap',
  well_known: 'Usual path',
  page: 'Page',
};

/** Returns the origin of an address; unknown origins of a newer API are returned unchanged. */
export function originText(from: string): string {
  return (ORIGINS as Record<string, string>)[from] ?? from;
}
