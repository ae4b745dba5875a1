import { expect, test } from 'vitest';
import type { Facets } from '@/api/gen/types.gen';
import { SOURCE_FILTERS, type FilterName } from '@/entities/source/filters';
import { facetOptions, selectionText } from './facets';

const entry = (name: FilterName) => SOURCE_FILTERS.find((filter) => filter.name === name)!;

const facets: Facets = {
  uncounted: [],
  lifecycle: [{ value: 'active', count: 7 }],
  tag: [{ value: 'politics', count: 3 }],
  country: [
    { value: 'none', count: 9 },
    { value: 'ES', count: 5 },
  ],
  language: [],
  kind: [],
};

test('options have labels and counts; sources without a value are last', () => {
  expect(facetOptions(entry('country'), facets, [])).toEqual([
    { value: 'ES', label: 'Spain', count: 5 },
    { value: 'none', label: 'No country', count: 9 },
  ]);
});

test('a selected value without sources stays an option', () => {
  expect(facetOptions(entry('tag'), facets, ['gone']).map(({ value, count }) => [value, count])).toEqual([
    ['gone', 0],
    ['politics', 3],
  ]);
});

test('options of an uncounted facet have no counts', () => {
  expect(facetOptions(entry('tag'), { uncounted: ['tag'], tag: [{ value: 'politics' }] }, ['gone'])).toEqual([
    { value: 'gone', label: 'gone', count: undefined },
    { value: 'politics', label: 'politics', count: undefined },
  ]);
});

test('facets with known values list them before the counts are loaded', () => {
  expect(facetOptions(entry('lifecycle'), undefined, []).map(({ label }) => label)).toEqual([
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
])('selectionText(%j) is %j', (selected, text) => expect(selectionText(entry('country'), selected)).toBe(text));
