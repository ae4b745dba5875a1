import { expect, test } from 'vitest';
import { formatDuration, formatMilliseconds } from './format-duration';

test.each([
  [0, '0 s'],
  [20, '20 s'],
  [60, '1 min'],
  [7500, '2 h 5 min'],
  [90_000, '1 d 1 h'],
  [86_400 + 61, '1 d'],
])('%i seconds are %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));

test('all units of an exact duration', () => expect(formatDuration(90_061, 4)).toBe('1 d 1 h 1 min 1 s'));

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [2449, '2.4 s'],
])('%d ms are shown as %s', (ms, text) => expect(formatMilliseconds(ms)).toBe(text));
