import { expect, test } from 'vitest';
import type { DiscoveryEvent } from '@/api/gen/types.gen';

import { absorb, choose, type Entry, newEntry } from './entry';
import { aCandidate, anOutlet } from './fixture';
import { statusOf } from './words';

const url = 'https://a.example/feed';
const existing = { source_id: '1', source_name: 'A', why: 'same_address' as const };
const there: DiscoveryEvent = { type: 'candidate', candidate: aCandidate({ url, existing }) };
const gone: DiscoveryEvent = { type: 'candidate', candidate: aCandidate({ url, kind: undefined }) };
const page = aCandidate({ url: 'https://a.example/', kind: 'html_list' });
const list: DiscoveryEvent = { type: 'candidate', candidate: page };

function searched(...more: DiscoveryEvent[]): Entry {
  const entry = [...anOutlet('a.example', 'A'), ...more].reduce(absorb, newEntry(1, { address: 'a.example' }));
  return { ...entry, phase: 'searched' };
}

test.each<[Entry, string]>([
  [searched(), '1 feed · A'],
  [choose(searched(), aCandidate({ url }), false), '1 feed, none chosen'],
  [absorb(searched(gone), list), '1 HTML list, to look at'],
  [searched(there), '1 feed, already collected'],
  [searched(gone), 'No feed was found'],
  [searched({ type: 'done', done: { took_ms: 9, candidates: 1, partial: true } }), '1 feed, perhaps not all'],
  [searched({ type: 'existing', existing: { ...existing, why: 'same_outlet' } }), 'Already there'],
])('how things stand with an address, in a line: %#', (entry, text) => expect(statusOf(entry).text).toBe(text));
