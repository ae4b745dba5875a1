import { expect, test } from 'vitest';
import { MAX_SELECTED, rangeOf, toggled } from './selection';

test('adds and removes rows', () => {
  const two = toggled(new Set(['a']), ['b'], true);
  expect([...two]).toEqual(['a', 'b']);
  expect([...toggled(two, ['a', 'c'], false)]).toEqual(['b']);
});

test('selects no more rows than a request may have', () => {
  const many = Array.from({ length: MAX_SELECTED + 10 }, (_, index) => String(index));
  expect(toggled(new Set(), many, true).size).toBe(MAX_SELECTED);
});

test('a range has all rows between its ends, in both directions', () => {
  const shown = ['a', 'b', 'c', 'd'];
  expect(rangeOf(shown, 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(rangeOf(shown, 'c', 'a')).toEqual(['a', 'b', 'c']);
  expect(rangeOf(shown, undefined, 'c')).toEqual(['c']);
  expect(rangeOf(shown, 'on another page', 'c')).toEqual(['c']);
});
