import { describe, expect, it } from 'vitest';
import type { DiscoveryEvent } from '@/api/gen/types.gen';
import { sourceSchema } from '../form/values';
import { absorb, choose, type Entry, isChosen, isReady, logoOf, newEntry, origins } from './entry';
import { aCandidate, anOutlet } from './fixture';
import { newEndpoints, newSource } from './save';

const begun = newEntry(1, { address: 'a.example' });
const FEED = aCandidate().url;

function after(events: DiscoveryEvent[], entry: Entry = begun): Entry {
  return events.reduce(absorb, entry);
}

const told = (changes = {}): DiscoveryEvent => ({ type: 'candidate', candidate: aCandidate(changes) });

describe('the feeds that are chosen', () => {
  const overlap = { url: 'https://a.example/other', title: 'Other', shared: 18, of: 20 };

  it('are those worth it, as far as is known at last', () => {
    expect(isChosen(after([told()]), FEED)).toBe(true);
    expect(isChosen(after([told({ preselected: false })]), FEED)).toBe(false);
    expect(isChosen(after([told(), told({ preselected: false, overlap })]), FEED)).toBe(false);
    expect(isChosen(after([told({ preselected: false }), told()]), FEED)).toBe(true);
  });

  it('are never changed once a person has chosen', () => {
    const wanted = choose(after([told({ preselected: false })]), aCandidate(), true);
    expect(isChosen(after([told({ preselected: false, overlap })], wanted), FEED)).toBe(true);
    const unwanted = choose(after([told()]), aCandidate(), false);
    expect(isChosen(after([told()], unwanted), FEED)).toBe(false);
  });

  it('keep their order and take a better title', () => {
    const two = after([told({ title: 'A' }), told({ url: 'https://a.example/2', title: 'B' }), told({ title: 'C' })]);
    expect(two.values.endpoints.map(({ name }) => name)).toEqual(['C', 'B']);
  });

  it('leave out what is collected already', () => {
    const existing = { source_id: '1', source_name: 'A', why: 'same_address' as const };
    expect(isChosen(after([told({ existing })]), FEED)).toBe(false);
  });

  it('of a page without a feed have the recipe by which it is read', () => {
    const recipe = { list: 'main article', title: 'h2' };
    const page = { kind: 'html_list' as const, from: 'page' as const, title: 'A', recipe };
    const entry = after([told(page)]);
    const wanted = { url: FEED, kind: 'html_list', name: 'A', recipe };
    expect(newEndpoints(entry)).toEqual([wanted]);
    const values = { ...entry.values, name: 'A', homepage_url: 'https://a.example/' };
    expect(newSource(entry, sourceSchema.parse(values), 'active').endpoints).toEqual([wanted]);
    expect(after([told({ ...page, recipe: { list: 'li' } })], entry).values.endpoints[0]?.recipe).toEqual({
      list: 'li',
    });
  });

  it('leave rows that were typed', () => {
    const typed = {
      ...begun,
      values: { ...begun.values, endpoints: [{ url: 'https://b.example', kind: 'atom' as const }] },
    };
    expect(after([told()], typed).values.endpoints.map(({ url }) => url)).toEqual(['https://b.example', FEED]);
  });
});

describe('the fields that are filled', () => {
  const name = (value: string, from = 'the title'): DiscoveryEvent => ({
    type: 'field',
    field: { name: 'name', value, from },
  });

  it('say where they come from, until a person changes them', () => {
    const filled = after([name('A'), name('The A', 'JSON-LD')]);
    expect([filled.values.name, origins(filled)]).toEqual(['The A', { name: 'JSON-LD' }]);
    const edited = { ...filled, values: { ...filled.values, name: 'Mine' } };
    expect(origins(edited)).toEqual({});
    expect(after([name('B')], edited).values.name).toBe('Mine');
  });

  it('have the picture apart, which can be left out', () => {
    const field = {
      name: 'logo_url' as const,
      value: 'https://a.example/l.png',
      from: 'JSON-LD',
      image: 'data:image/png;base64,AA==',
    };
    const entry = after([{ type: 'field', field }]);
    expect(logoOf(entry)).toEqual({ image: field.image, from: 'JSON-LD' });
    expect(logoOf({ ...entry, withoutLogo: true })).toBeUndefined();
    expect(logoOf(after([{ type: 'field', field: { ...field, image: undefined } }]))).toBeUndefined();
  });
});

describe('what may be saved without a look', () => {
  const searched = { ...after(anOutlet('a.example')), phase: 'searched' as const };
  const dead = { outcome: 'gone', final_url: '', hops: [], timings: aCandidate().timings };
  const existing = { source_id: '1', source_name: 'A', why: 'same_outlet' as const };

  it.each<[string, Entry, boolean]>([
    ['all is well', searched, true],
    ['it is still searched', { ...searched, phase: 'searching' }, false],
    ['it was saved', { ...searched, phase: 'saved' }, false],
    ['the search broke off', { ...searched, trouble: 'It broke off.' }, false],
    ['it was refused', { ...searched, refusal: new Error() }, false],
    ['it is the outlet of another line', { ...searched, twin: 1 }, false],
    ['the register has it', { ...searched, known: existing }, false],
    ['the homepage is gone', { ...searched, found: { ...searched.found, arrival: dead } }, false],
    [
      'the time was over',
      { ...searched, found: { ...searched.found, done: { took_ms: 1, candidates: 1, partial: true } } },
      false,
    ],
    ['no feed is chosen', choose(searched, searched.found.candidates[0]!, false), false],
    [
      'its page is to be read as a list',
      absorb(searched, told({ url: 'https://a.example/', kind: 'html_list' })),
      false,
    ],
    ['it has no name', { ...searched, values: { ...searched.values, name: ' ' } }, false],
  ])('%s', (_, entry, ready) => {
    expect(isReady(entry)).toBe(ready);
  });
});
