import type { Discovery } from './discovery';
import { type Entry, isUnreachable } from './entry';
import { triedAddresses } from './tried-addresses';

/** Why a discovery found no feed, and what to do. */
interface Obstacle {
  tone: 'warn' | 'bad';
  text: string;
  /** Another search may succeed without a change by the site. */
  isTransient: boolean;
}

/**
 * The texts by outcome, the most specific outcome first: a site often answers several addresses in
 * different ways.
 */
const TEXTS: Record<string, { text: string; isTransient?: boolean }> = {
  rate_limited: { text: 'Rate limited: search again in a few minutes', isTransient: true },
  robots: { text: 'Forbidden by robots.txt: ask the publisher' },
  challenge: { text: 'Browser check: ask the publisher' },
  forbidden: { text: 'Access refused: ask the publisher' },
  unauthorized: { text: 'Password required: add it to the address' },
  server_error: { text: 'Server error: search again later', isTransient: true },
  unavailable: { text: 'Site unavailable: search again later', isTransient: true },
  timeout: { text: 'The site is slow: search again', isTransient: true },
  reset: { text: 'Connection closed: search again', isTransient: true },
  cancelled: { text: 'Search not finished: search again', isTransient: true },
  refused: { text: 'Connection refused: search again later', isTransient: true },
  tls: { text: 'Invalid certificate: inform the publisher' },
};

const NO_FEED: Obstacle = { tone: 'warn', text: 'No feed found: enter the address of a feed', isTransient: false };
const SLOW: Obstacle = { tone: 'warn', text: 'The site is slow: search again', isTransient: true };

/**
 * Returns why a finished discovery found no feed, or undefined if it found one or is not finished.
 */
export function obstacleOf(entry: Entry): Obstacle | undefined {
  const { phase, discovery } = entry;
  if (phase.name === 'failed') {
    return { tone: 'bad', text: phase.reason, isTransient: phase.isTransient === true };
  }
  if (phase.name !== 'found' || discovery.candidates.some(({ kind }) => kind)) return undefined;
  if (isUnreachable(entry)) return unreachable(discovery);
  const outcomes = outcomesOf(discovery);
  const known = Object.keys(TEXTS).find((outcome) => outcomes.has(outcome));
  if (known) return { tone: 'warn', isTransient: false, ...TEXTS[known]! };
  if (discovery.done?.verdict !== 'prevented') return NO_FEED;
  return discovery.done.partial ? SLOW : { ...NO_FEED, text: discovery.done.reason };
}

/**
 * Reports whether another search may read more: an address was slow, limited or failed for now,
 * even if others were read.
 */
export function mayReadMore({ discovery }: Entry): boolean {
  const outcomes = outcomesOf(discovery);
  return Object.entries(TEXTS).some(([outcome, { isTransient }]) => isTransient && outcomes.has(outcome));
}

function outcomesOf(discovery: Discovery): Set<string> {
  const outcomes = new Set(triedAddresses(discovery).map(({ outcome }) => outcome));
  return discovery.arrival ? outcomes.add(discovery.arrival.outcome) : outcomes;
}

function unreachable({ arrival }: Discovery): Obstacle {
  const known = TEXTS[arrival?.outcome ?? ''];
  const text = arrival?.detail ?? 'The site could not be read.';
  return { tone: 'bad', isTransient: false, text, ...known };
}
