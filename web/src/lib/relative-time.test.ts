import { expect, test } from 'vitest';
import { formatRelativeTime } from './relative-time';

const now = new Date('2026-03-10T12:00:00Z');

test.each([
  ['2026-03-10T12:00:00Z', 'just now'],
  ['2026-03-10T11:59:20Z', 'just now'],
  ['2026-03-10T11:59:10Z', '1 min ago'],
  ['2026-03-10T11:01:00Z', '59 min ago'],
  ['2026-03-10T11:00:20Z', '1 h ago'],
  ['2026-03-09T13:00:00Z', '23 h ago'],
  ['2026-03-09T12:20:00Z', '1 d ago'],
  ['2026-02-09T12:00:00Z', '29 d ago'],
  ['2026-02-08T12:00:00Z', '8 Feb 2026'],
  ['2026-03-10T12:41:00Z', 'in 41 min'],
  ['2026-03-12T12:00:00Z', 'in 2 d'],
])('formatRelativeTime(%s) is %j', (at, expected) => {
  expect(formatRelativeTime(new Date(at), now)).toBe(expected);
});
