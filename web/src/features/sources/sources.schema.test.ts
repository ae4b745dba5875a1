import { describe, expect, test } from 'vitest';
import type { SavedView } from '@/api/gen/types.gen';
import { SOURCE_FILTERS } from '@/entities/source/filters';
import {
  activeFilters,
  applyChange,
  differences,
  ignoredParams,
  NO_FILTERS,
  parseSearch,
  searchOfView,
  toParams,
  type SourcesSearch,
} from './sources.schema';

const parse = (query: string) => parseSearch(new URLSearchParams(query));
const defaults = parse('');

const everything: SourcesSearch = {
  ...defaults,
  view: 'all',
  not_country: ['FR'],
  q: 'el país & más',
  health: ['failing', 'gone'],
  cause: ['not_found'],
  silent_days: ['7'],
  due_minutes: ['0'],
  snoozed: ['false'],
  lifecycle: ['active', 'archived'],
  tag: ['politics', 'a, b & c'],
  country: ['ES', 'none'],
  language: ['pt-BR', 'none'],
  kind: ['rss', 'none'],
  media_type: ['tv', 'none'],
  scope: ['local'],
  tier: ['1', 'none'],
  paywall: ['none', 'hard'],
  rights: ['restricted'],
  owner: ['Ada & Co'],
  assignee: ['me'],
  import: ['0190b5d2-1c3a-7abc-8def-0123456789ab'],
  sort: '-updated',
  limit: 100,
  cursor: 'eyJzIjoibmFtZSJ9',
  hide: ['country', 'created'],
  widths: { name: 320, tags: 90 },
};

test('credentials of an address in the search are dropped', () => {
  expect(parse(`q=${encodeURIComponent('https://joe:secret@a.example/feed?token=abc')}`).q).toBe(
    'https://a.example/feed',
  );
});

test('the URL parameters keep the state and omit the defaults', () => {
  expect(parseSearch(toParams(everything))).toEqual(everything);
  expect(parseSearch(new URLSearchParams(toParams(everything).toString()))).toEqual(everything);
  expect(toParams(defaults).toString()).toBe('');
});

describe('invalid values are dropped', () => {
  test.each([
    ['an unknown parameter', 'colour=blue'],
    ['an unknown sort', 'sort=rating'],
    ['an unsupported page size', 'limit=7'],
    ['a page size that is not a number', 'limit=many'],
    ['an unknown state', 'lifecycle=broken'],
    ['a country by name', 'country=Spain'],
    ['a language by name', 'language=spanish%20language'],
    ['an unknown kind', 'kind=unknown'],
    ['an unknown tier', 'tier=6'],
    ['rights without the value none', 'rights=none'],
    ['an import by name', 'import=list.opml'],
    ['a number of days beyond the limit', 'silent_days=9999'],
    ['a text instead of a number', 'due_minutes=soon'],
    ['an empty tag', 'tag=%20'],
    ['a malformed cursor', 'cursor=%27%20or%201=1'],
    ['the column that cannot be hidden', 'hide=name'],
    ['a width of an unknown column', 'width=select-100'],
    ['a width beyond the limits', 'width=name-4000'],
    ['a width that is not a number', 'width=name-wide'],
  ])('%s, which is reported', (_, query) => {
    expect(parse(query)).toEqual(defaults);
    const given = [...new URLSearchParams(query)];
    expect(ignoredParams(new URLSearchParams(query))).toEqual(query === 'tag=%20' ? [] : given);
  });

  test('only ignored parts of an address are reported', () => {
    expect(ignoredParams(toParams(everything))).toEqual([]);
    expect(ignoredParams(new URLSearchParams('country=&tier=&view=&hide=none&width=none&tag=a&tag=a'))).toEqual([]);
    const params = new URLSearchParams(
      'tier=1&tier=9&assignee=me&assignee=none&toString=1&view=mine&q=' + 'x'.repeat(201),
    );
    expect(ignoredParams(params).map(([name]) => name)).toEqual(['tier', 'assignee', 'toString', 'view', 'q']);
  });

  test('the valid values are kept', () => {
    expect(parse('lifecycle=broken&lifecycle=paused&limit=7&sort=created&tag=a&tag=a')).toEqual({
      ...defaults,
      lifecycle: ['paused'],
      sort: 'created',
      tag: ['a'],
    });
  });

  test('values beyond the API limits are cut', () => {
    expect(parse(`q=${'x'.repeat(300)}`).q).toHaveLength(200);
    const tags = Array.from({ length: 60 }, (_, at) => `tag=t${at}`).join('&');
    expect(parse(tags).tag).toHaveLength(50);
  });
});

describe('a view', () => {
  const view = searchOfView({
    id: '0190b5d2-1c3a-7abc-8def-0123456789ab',
    name: 'Spain',
    filter: { country: ['ES'], not_tag: ['sport'], silent_days: 3 },
    sort: '-domain',
    columns: ['country', 'tags'],
    column_widths: { name: 300, former_column: 80 },
  } as unknown as SavedView);
  const parseIn = (query: string) => parseSearch(new URLSearchParams(`view=${view.view}${query}`), view);

  test('is opened by its id alone', () => {
    expect(parseIn('')).toEqual(view);
    expect(toParams(view, view).toString()).toBe(`view=${view.view}`);
    expect(differences(view, view)).toEqual([]);
  });

  test.each([
    ['another value', { country: ['FR'] }, '&country=FR'],
    ['a removed filter', { country: [] }, '&country='],
    ['an added filter', { lifecycle: ['paused'] }, '&lifecycle=paused'],
    ['a search', { q: 'x' }, '&q=x'],
    ['another order', { sort: 'name' as const }, '&sort=name'],
    ['all columns', { hide: [] }, '&hide=none'],
    ['other widths', { widths: { name: 200, tags: 90 } }, '&width=name-200&width=tags-90'],
    ['the default widths', { widths: {} }, '&width=none'],
  ])('%s is a difference in the URL', (_, change, query) => {
    const changed = applyChange(view, change);
    expect(toParams(changed, view).toString()).toBe(`view=${view.view}${query}`);
    expect(parseIn(query)).toEqual(changed);
  });
});

describe('applyChange', () => {
  test.each([
    ['a search', { q: 'x' }],
    ['a filter', { country: ['FR'] }],
    ['a removed filter', { tag: [] }],
    ['another sort', { sort: 'created' as const }],
    ['an unsupported page size', { limit: 25 as const }],
    ['no filters', NO_FILTERS],
  ])('%s resets the cursor', (_, change) => expect(applyChange(everything, change).cursor).toBeNull());

  test('other columns and widths keep the cursor', () => {
    expect(applyChange(everything, { hide: [] }).cursor).toBe(everything.cursor);
    expect(applyChange(everything, { widths: {} }).cursor).toBe(everything.cursor);
    expect(applyChange(everything, { cursor: 'next' }).cursor).toBe('next');
  });
});

test('activeFilters returns the filters with a value', () => {
  expect(activeFilters(defaults)).toEqual([]);
  const all = Object.fromEntries(SOURCE_FILTERS.map(({ name }) => [name, ['x']]));
  const names = SOURCE_FILTERS.map(({ name }) => name).filter((name) => name !== 'tag');
  expect(activeFilters({ ...everything, ...all, tag: [] })).toEqual(['q', ...names]);
  expect(activeFilters(applyChange(everything, NO_FILTERS))).toEqual([]);
});
