import { expect, test } from 'vitest';
import { durationBetween } from './duration-between';

test.each([
  [20, 'less than 1 min'],
  [60, '1 min'],
  [3600, '1 h'],
  [7500, '2 h 5 min'],
  [90_000, '25 h'],
])('%i seconds are %s', (seconds, text) => {
  const from = new Date('2026-11-22T10:00:00Z');
  expect(durationBetween(from, new Date(from.getTime() + seconds * 1000))).toBe(text);
});
