import { expect, test } from 'vitest';
import { formatCount, formatItemRate } from './format-count';

test('formatCount uses the singular for 1', () => {
  expect([0, 1, 2].map((n) => formatCount(n, 'feed'))).toEqual(['0 feeds', '1 feed', '2 feeds']);
});

test.each([
  [84.7, '~85 items a day'],
  [1, '~1 item a day'],
  [0.5, '~4 items a week'],
  [0.1, 'less than one item a week'],
  [undefined, ''],
])('%s items per day are shown as %j', (perDay, text) => expect(formatItemRate(perDay)).toBe(text));
