import { expect, test } from 'vitest';
import type { DiscoveryEvent } from '@/api/gen/types.gen';
import { applyEvent, type Entry, newEntry, pickCandidates } from './entry';
import { statusOf } from './entry-status';
import { aCandidate, aSummary, discoveryEvents } from './fixture';

const url = 'https://a.example/feed';
const existing = { source_id: '1', source_name: 'A', why: 'same_address' as const };
const registered: DiscoveryEvent = { type: 'candidate', candidate: aCandidate({ url, existing }) };
const notAFeed: DiscoveryEvent = { type: 'candidate', candidate: aCandidate({ url, kind: undefined }) };
const page = aCandidate({ url: 'https://a.example/', kind: 'html_list' });
const pageList: DiscoveryEvent = { type: 'candidate', candidate: page };

function found(...more: DiscoveryEvent[]): Entry {
  const events = [...discoveryEvents('a.example', 'A'), ...more];
  return { ...events.reduce(applyEvent, newEntry(1, { address: 'a.example' })), phase: { name: 'found' } };
}

test.each<[Entry, string]>([
  [found(), '1 feed · A'],
  [{ ...found(), refusal: 'The name is taken.' }, 'The name is taken.'],
  [pickCandidates(found(), [url], false), '1 feed, none selected'],
  [found(notAFeed, pageList), '1 page list, review needed'],
  [found(registered), '1 feed, already registered'],
  [found(notAFeed), 'No feed found'],
  [
    found(notAFeed, { type: 'done', done: aSummary({ verdict: 'prevented', reason: 'Rate limited.' }) }),
    'Search prevented by the site',
  ],
  [found({ type: 'done', done: aSummary({ partial: true }) }), '1 feed, search incomplete'],
  [found({ type: 'existing', existing: { ...existing, why: 'same_source' } }), 'Source exists'],
  [{ ...found(), phase: { name: 'duplicate', of: 3 } }, 'Same site as address 3'],
])('the status of entry %# is one line', (entry, text) => expect(statusOf(entry).text).toBe(text));
