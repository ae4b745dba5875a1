import { describe, expect, test } from 'vitest';
import { activeFilters, changed, NO_FILTERS, parseSearch, toParams, type SourcesSearch } from './sources.schema';

const read = (query: string) => parseSearch(new URLSearchParams(query));
const plain = read('');

const everything: SourcesSearch = {
  q: 'el país & más',
  lifecycle: ['active', 'archived'],
  tag: ['politics', 'a, b & c'],
  country: ['ES', 'none'],
  language: ['pt-BR', 'none'],
  kind: ['rss', 'none'],
  sort: '-updated',
  limit: 100,
  cursor: 'eyJzIjoibmFtZSJ9',
  hide: ['country', 'created'],
};

test('the address keeps everything, and says nothing about what is as usual', () => {
  expect(parseSearch(toParams(everything))).toEqual(everything);
  expect(parseSearch(new URLSearchParams(toParams(everything).toString()))).toEqual(everything);
  expect(toParams(plain).toString()).toBe('');
});

describe('what is not ours is dropped and breaks nothing', () => {
  test.each([
    ['an unknown parameter', 'colour=blue'],
    ['an unknown order', 'sort=rating'],
    ['another page size', 'limit=7'],
    ['no number at all', 'limit=many'],
    ['an unknown state', 'lifecycle=broken'],
    ['a country in words', 'country=Spain'],
    ['a language in words', 'language=spanish%20language'],
    ['an unknown kind', 'kind=carrier_pigeon'],
    ['an empty tag', 'tag=%20'],
    ['a cursor that cannot be one', 'cursor=%27%20or%201=1'],
    ['the column that cannot be hidden', 'hide=name'],
  ])('%s', (_, query) => expect(read(query)).toEqual(plain));

  test('the good values beside it stay', () => {
    expect(read('lifecycle=broken&lifecycle=paused&limit=7&sort=created&tag=a&tag=a')).toEqual({
      ...plain,
      lifecycle: ['paused'],
      sort: 'created',
      tag: ['a'],
    });
  });

  test('a text or a list longer than the API takes is cut', () => {
    expect(read(`q=${'x'.repeat(300)}`).q).toHaveLength(200);
    const tags = Array.from({ length: 60 }, (_, at) => `tag=t${at}`).join('&');
    expect(read(tags).tag).toHaveLength(50);
  });
});

describe('a change', () => {
  test.each([
    ['a search', { q: 'x' }],
    ['a filter', { country: ['FR'] }],
    ['a dropped filter', { tag: [] }],
    ['another order', { sort: 'created' as const }],
    ['another page size', { limit: 25 as const }],
    ['no filters', NO_FILTERS],
  ])('%s starts from the first page', (_, change) => expect(changed(everything, change).cursor).toBeNull());

  test('of what is shown stays on the page', () => {
    expect(changed(everything, { hide: [] }).cursor).toBe(everything.cursor);
    expect(changed(everything, { cursor: 'next' }).cursor).toBe('next');
  });
});

test('the filters that hold something back', () => {
  expect(activeFilters(plain)).toEqual([]);
  expect(activeFilters({ ...everything, tag: [] })).toEqual(['q', 'lifecycle', 'country', 'language', 'kind']);
  expect(activeFilters(changed(everything, NO_FILTERS))).toEqual([]);
});
