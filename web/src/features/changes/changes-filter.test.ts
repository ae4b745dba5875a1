import { expect, test } from 'vitest';
import { LISTED_STATES } from '@/entities/change-set/change-set.queries';
import { changesParams, changesQueryOf, parseChangesFilter } from './changes-filter';

const parse = (query: string) => parseChangesFilter(new URLSearchParams(query));

test('a filter is the same after a reload', () => {
  const query = 'origin=undo&state=applied&author=0190b5d2-0000-7000-8000-000000000001&from=2026-11-01&to=2026-11-25';
  expect(changesParams(parse(query)).toString()).toBe(query);
});

test('invalid values in the URL are ignored', () => {
  expect(changesParams(parse('origin=x&state=y&author=me&from=yesterday&to=2026-13-40')).toString()).toBe('');
});

test('drafts are not listed without a filter, and the last day is included', () => {
  expect(changesQueryOf(parse(''))).toMatchObject({ state: LISTED_STATES, since: undefined });
  const { state, since, until } = changesQueryOf(parse('state=draft&from=2026-11-25&to=2026-11-25'));
  expect(state).toEqual(['draft']);
  expect(Date.parse(until!) - Date.parse(since!)).toBe(24 * 3_600_000);
});
