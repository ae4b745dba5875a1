import { expect, test } from 'vitest';
import type { DiscoveryEvent, FetchOutcome } from '@/api/gen/types.gen';
import { applyEvent, type Entry, newEntry, pickCandidates } from './entry';
import { statusOf } from './entry-status';
import { aCandidate, aSummary, discoveryEvents, ZERO_TIMINGS } from './fixture';
import { obstacleOf } from './obstacle';

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
  [found(notAFeed), 'No feed found: enter the address of a feed'],
  [
    found(notAFeed, { type: 'done', done: aSummary({ verdict: 'prevented', reason: 'Rate limited.' }) }),
    'Rate limited.',
  ],
  [found({ type: 'done', done: aSummary({ partial: true }) }), '1 feed, search incomplete'],
  [found({ type: 'existing', existing: { ...existing, why: 'same_source' } }), 'Source exists'],
  [{ ...found(), phase: { name: 'duplicate', of: 3 } }, 'Same site as address 3'],
])('the status of entry %# is one line', (entry, text) => expect(statusOf(entry).text).toBe(text));

const at = (outcome: FetchOutcome): DiscoveryEvent[] => [
  notAFeed,
  { type: 'attempt', attempt: { url: 'https://a.example/rss', from: 'well_known', outcome: 'not_found', detail: '' } },
  { type: 'attempt', attempt: { url: 'https://a.example/feed.xml', from: 'anchor', outcome, detail: '' } },
  { type: 'done', done: aSummary({ verdict: 'prevented', reason: 'No feed was found.' }) },
];

test.each<[FetchOutcome, string, boolean]>([
  ['rate_limited', 'Rate limited: search again in a few minutes', true],
  ['timeout', 'The site is slow: search again', true],
  ['server_error', 'Server error: search again later', true],
  ['unavailable', 'Site unavailable: search again later', true],
  ['robots', 'Forbidden by robots.txt: ask the publisher', false],
  ['forbidden', 'Access refused: ask the publisher', false],
  ['challenge', 'Browser check: ask the publisher', false],
])('a search that is prevented by %s says what to do', (outcome, text, isTransient) => {
  expect(obstacleOf(found(...at(outcome)))).toMatchObject({ text, isTransient });
  const arrival = { outcome, final_url: 'https://a.example/', hops: [], timings: ZERO_TIMINGS };
  expect(obstacleOf(found(notAFeed, { type: 'reached', reached: arrival }))).toMatchObject({ text, isTransient });
});

test('a failed search can be repeated if its cause may have ended', () => {
  const failed = (isTransient?: boolean): Entry => ({
    ...found(),
    phase: { name: 'failed', reason: 'x', isTransient },
  });
  expect([true, false, undefined].map((each) => obstacleOf(failed(each))?.isTransient)).toEqual([true, false, false]);
});
