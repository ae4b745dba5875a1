import { expect, test } from 'vitest';
import { formatRecentDate, formatDay, startOfLocalDay, dayAfter, toLocalDay } from './dates';

test.each(['2025-01-01', '2025-03-30', '2025-10-26', '2024-02-29', '2025-12-31'])(
  'startOfLocalDay and toLocalDay keep %s',
  (day) => {
    expect(toLocalDay(startOfLocalDay(day))).toBe(day);
  },
);

test('toLocalDay without a timestamp is empty', () => expect(toLocalDay(undefined)).toBe(''));

test.each([
  [new Date(2025, 10, 17, 23, 59), '2025-11-18'],
  [new Date(2025, 11, 31, 0, 1), '2026-01-01'],
  [new Date(2024, 1, 28, 12, 0), '2024-02-29'],
])('dayAfter(%s) is %s', (now, day) => expect(dayAfter(now)).toBe(day));

test.each([
  [new Date(2025, 10, 17, 9, 5), 'today at 09:05'],
  [new Date(2025, 10, 16, 23, 0), '16 Nov'],
  [new Date(2024, 10, 17, 9, 5), '17 Nov 2024'],
])('formatRecentDate(%s) is %j', (at, text) => expect(formatRecentDate(at, new Date(2025, 10, 17, 20, 0))).toBe(text));

test('formatDay keeps a day and uses the local day of a timestamp', () => {
  expect(formatDay('2025-12-03')).toBe('3 Dec 2025');
  expect(formatDay(new Date(2025, 11, 3, 0, 0).toISOString())).toBe('3 Dec 2025');
});
