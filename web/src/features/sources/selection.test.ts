import { expect, test } from 'vitest';
import { MAX_SELECTED, toggled } from './selection';

test('adds and removes rows', () => {
  const two = toggled(new Set(['a']), ['b'], true);
  expect([...two]).toEqual(['a', 'b']);
  expect([...toggled(two, ['a', 'c'], false)]).toEqual(['b']);
});

test('selects no more rows than a request may have', () => {
  const many = Array.from({ length: MAX_SELECTED + 10 }, (_, index) => String(index));
  expect(toggled(new Set(), many, true).size).toBe(MAX_SELECTED);
});
