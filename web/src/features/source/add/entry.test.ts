import { describe, expect, it } from 'vitest';
import type { DiscoveryEvent } from '@/api/gen/types.gen';
import { sourceSchema } from '../form/values';
import { createEndpointRequests, createSourceRequest } from './create-requests';
import {
  applyEvent,
  endpointRowsOf,
  type Entry,
  isReady,
  newEntry,
  originsOf,
  pickCandidates,
  proposedLogo,
  valuesOf,
} from './entry';
import { aCandidate, aSummary, discoveryEvents } from './fixture';

const newOne = newEntry(1, { address: 'a.example' });
const FEED = aCandidate().url;

function after(events: DiscoveryEvent[], entry: Entry = newOne): Entry {
  return events.reduce(applyEvent, entry);
}

const candidateEvent = (changes = {}): DiscoveryEvent => ({ type: 'candidate', candidate: aCandidate(changes) });
const selectedUrls = (entry: Entry) => endpointRowsOf(entry).map(({ url }) => url);

describe('selected candidates', () => {
  const overlap = { url: 'https://a.example/other', title: 'Other', shared: 18, of: 20 };

  it('follow the last preselection of the service', () => {
    expect(selectedUrls(after([candidateEvent()]))).toEqual([FEED]);
    expect(selectedUrls(after([candidateEvent({ preselected: false })]))).toEqual([]);
    expect(selectedUrls(after([candidateEvent(), candidateEvent({ preselected: false, overlap })]))).toEqual([]);
    expect(selectedUrls(after([candidateEvent({ preselected: false }), candidateEvent()]))).toEqual([FEED]);
  });

  it('keep the choice of the user', () => {
    const selected = pickCandidates(after([candidateEvent({ preselected: false })]), [FEED], true);
    expect(selectedUrls(after([candidateEvent({ preselected: false, overlap })], selected))).toEqual([FEED]);
    const deselected = pickCandidates(after([candidateEvent()]), [FEED], false);
    expect(selectedUrls(after([candidateEvent()], deselected))).toEqual([]);
  });

  it('are saved in the order of their rank, with the latest title', () => {
    const entry = after([
      candidateEvent({ title: 'A', rank: 1 }),
      candidateEvent({ url: 'https://a.example/2', title: 'B', rank: 2 }),
      candidateEvent({ title: 'C', rank: 1 }),
    ]);
    expect(endpointRowsOf(entry).map(({ name }) => name)).toEqual(['C', 'B']);
  });

  it('exclude candidates that a source already has', () => {
    const existing = { source_id: '1', source_name: 'A', why: 'same_address' as const };
    expect(selectedUrls(after([candidateEvent({ existing })]))).toEqual([]);
  });

  it('of kind page list are saved with their recipe', () => {
    const recipe = { list: 'main article', title: 'h2' };
    const page = { kind: 'html_list' as const, from: 'page' as const, title: 'A', recipe };
    const entry = after([candidateEvent(page)]);
    const endpoint = { url: FEED, kind: 'html_list', name: 'A', recipe };
    expect(createEndpointRequests(entry)).toEqual([endpoint]);
    const values = { ...valuesOf(entry), name: 'A', homepage_url: 'https://a.example/' };
    expect(createSourceRequest(entry, sourceSchema.parse(values), 'active').endpoints).toEqual([endpoint]);
    const updated = after([candidateEvent({ ...page, recipe: { list: 'li' } })], entry);
    expect(endpointRowsOf(updated)[0]?.recipe).toEqual({ list: 'li' });
  });

  it('are saved before the endpoints that the user entered; empty rows are left out', () => {
    const endpoints = [
      { url: '', kind: 'rss' as const },
      { url: 'https://b.example', kind: 'atom' as const },
    ];
    expect(selectedUrls(after([candidateEvent()], { ...newOne, edits: { endpoints } }))).toEqual([
      FEED,
      'https://b.example',
    ]);
  });
});

describe('proposed values', () => {
  const nameEvent = (value: string, from = 'the title'): DiscoveryEvent => ({
    type: 'field',
    field: { name: 'name', value, from },
  });

  it('show where they were found, until the user changes them', () => {
    const proposed = after([nameEvent('A'), nameEvent('The A', 'JSON-LD')]);
    expect([valuesOf(proposed).name, originsOf(proposed)]).toEqual(['The A', { name: 'JSON-LD' }]);
    const edited = { ...proposed, edits: { name: 'Mine' } };
    expect(originsOf(edited)).toEqual({});
    expect(valuesOf(after([nameEvent('B')], edited)).name).toBe('Mine');
  });

  it('include a logo, which the user can remove', () => {
    const field = {
      name: 'logo_url' as const,
      value: 'https://a.example/l.png',
      from: 'JSON-LD',
      image: 'data:image/png;base64,AA==',
    };
    const entry = after([{ type: 'field', field }]);
    expect(proposedLogo(entry)).toEqual({ image: field.image, from: 'JSON-LD' });
    expect(proposedLogo({ ...entry, withoutLogo: true })).toBeUndefined();
    expect(proposedLogo(after([{ type: 'field', field: { ...field, image: undefined } }]))).toBeUndefined();
  });
});

describe('isReady', () => {
  const found: Entry = { ...after(discoveryEvents('a.example')), phase: { name: 'found' } };
  const { discovery } = found;
  const gone = { outcome: 'gone', final_url: '', hops: [], timings: aCandidate().timings };
  const existing = { source_id: '1', source_name: 'A', why: 'same_source' as const };

  it.each<[string, Entry, boolean]>([
    ['a complete entry is ready', found, true],
    ['a running discovery is not', { ...found, phase: { name: 'searching', failures: 0 } }, false],
    ['a saved entry is not', { ...found, phase: { name: 'saved', source: { id: '1', name: 'A' } } }, false],
    ['a failed discovery is not', { ...found, phase: { name: 'failed', reason: 'Lost.' } }, false],
    ['a refused entry is not', { ...found, refusal: 'Refused.' }, false],
    ['a duplicate of another entry is not', { ...found, phase: { name: 'duplicate', of: 1 } }, false],
    ['a site with a source is not', { ...found, registered: existing }, false],
    ['an unreachable homepage is not', { ...found, discovery: { ...discovery, arrival: gone } }, false],
    [
      'an incomplete discovery is not',
      { ...found, discovery: { ...discovery, done: aSummary({ partial: true }) } },
      false,
    ],
    ['an entry without a selected feed is not', pickCandidates(found, ['https://a.example/feed'], false), false],
    ['a page list is not', applyEvent(found, candidateEvent({ url: 'https://a.example/', kind: 'html_list' })), false],
    ['an entry without a name is not', { ...found, edits: { name: ' ' } }, false],
  ])('%s', (_, entry, ready) => {
    expect(isReady(entry)).toBe(ready);
  });
});
