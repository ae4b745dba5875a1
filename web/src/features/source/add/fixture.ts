import type { Candidate, DiscoveryEvent, DiscoverySummary } from '@/api/gen/types.gen';

export const ZERO_TIMINGS = { dns_ms: 0, connect_ms: 0, tls_ms: 0, first_byte_ms: 0, body_ms: 0, total_ms: 0 };

/** Returns a feed that the service preselects. */
export function aCandidate(changes: Partial<Candidate> = {}): Candidate {
  return {
    url: 'https://a.example/feed',
    final_url: 'https://a.example/feed',
    from: 'link',
    outcome: 'ok',
    kind: 'rss',
    hops: [],
    timings: ZERO_TIMINGS,
    items: 20,
    full_text: false,
    https: true,
    comments: false,
    warnings: [],
    preview: [],
    score: 0,
    preselected: true,
    rank: 1,
    group: 'main',
    ...changes,
  };
}

/** Returns the summary of a discovery that found one feed. */
export function aSummary(changes: Partial<DiscoverySummary> = {}): DiscoverySummary {
  return {
    took_ms: 10,
    candidates: 1,
    attempts: 0,
    not_checked: 0,
    verdict: 'found',
    reason: 'A feed was found.',
    partial: false,
    ...changes,
  };
}

/** Returns the events of a discovery that finds one feed and the name of the site. */
export function discoveryEvents(host: string, name = host): DiscoveryEvent[] {
  const home = `https://${host}/`;
  const url = `${home}feed`;
  return [
    { type: 'reached', reached: { outcome: 'ok', final_url: home, hops: [], timings: ZERO_TIMINGS } },
    { type: 'field', field: { name: 'name', value: name, from: 'og:site_name' } },
    { type: 'field', field: { name: 'homepage_url', value: home, from: 'the address' } },
    { type: 'candidate', candidate: aCandidate({ url, final_url: url, title: 'News' }) },
    { type: 'done', done: aSummary() },
  ];
}
