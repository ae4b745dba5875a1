import type { Candidate, DiscoveryEvent } from '@/api/gen/types.gen';

const NO_TIME = { dns_ms: 0, connect_ms: 0, tls_ms: 0, first_byte_ms: 0, body_ms: 0, total_ms: 0 };

/** A feed that is worth gathering. */
export function aCandidate(changes: Partial<Candidate> = {}): Candidate {
  return {
    url: 'https://a.example/feed',
    final_url: 'https://a.example/feed',
    from: 'link',
    outcome: 'ok',
    kind: 'rss',
    hops: [],
    timings: NO_TIME,
    items: 20,
    full_text: false,
    https: true,
    comments: false,
    warnings: [],
    preview: [],
    score: 0,
    preselected: true,
    ...changes,
  };
}

/** What a search of a site tells that has one feed and says its name. */
export function anOutlet(host: string, name = host): DiscoveryEvent[] {
  const home = `https://${host}/`;
  const url = `${home}feed`;
  return [
    { type: 'reached', reached: { outcome: 'ok', final_url: home, hops: [], timings: NO_TIME } },
    { type: 'field', field: { name: 'name', value: name, from: 'og:site_name' } },
    { type: 'field', field: { name: 'homepage_url', value: home, from: 'the address' } },
    { type: 'candidate', candidate: aCandidate({ url, final_url: url, title: 'News' }) },
    { type: 'done', done: { took_ms: 10, candidates: 1, partial: false } },
  ];
}
