import { expect, test } from 'vitest';
import type { Facets } from '@/api/gen/types.gen';
import { chosenText, facetOptions } from './facets';

const facets: Facets = {
  lifecycle: [{ value: 'active', count: 7 }],
  tag: [{ value: 'politics', count: 3 }],
  country: [
    { value: 'ES', count: 5 },
    { value: 'none', count: 2 },
  ],
  language: [],
  kind: [],
};

test('values have words and counts', () => {
  expect(facetOptions('country', facets, [])).toEqual([
    { value: 'ES', label: 'Spain', count: 5 },
    { value: 'none', label: 'No country', count: 2 },
  ]);
});

test('what is chosen can be taken back when no source has it', () => {
  expect(facetOptions('tag', facets, ['gone']).map(({ value, count }) => [value, count])).toEqual([
    ['gone', 0],
    ['politics', 3],
  ]);
});

test('the few known values are all there, also before they are counted', () => {
  expect(facetOptions('lifecycle', undefined, []).map(({ label }) => label)).toEqual([
    'Draft',
    'Active',
    'Paused',
    'Archived',
  ]);
});

test.each([
  [['ES'], 'Spain'],
  [['ES', 'none'], 'Spain, No country'],
  [['ES', 'FR', 'DE'], 'Spain +2'],
])('%j reads %j', (chosen, text) => expect(chosenText('country', chosen)).toBe(text));
