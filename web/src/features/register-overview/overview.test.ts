import { expect, test } from 'vitest';
import { changeText } from './change-text';
import { stackOf } from './state-groups';

test.each([
  [5, undefined, ''],
  [5, 5, 'no change since yesterday'],
  [1205, 5, '+1,200 since yesterday'],
  [2, 5, '−3 since yesterday'],
])('%i today, %s yesterday', (today, yesterday, text) => {
  expect(changeText(today, yesterday)).toBe(text);
});

test('a bar has a segment per group of states, one on the other', () => {
  expect(stackOf({ ok: 3, failing: 1, gone: 1, quiet: 0 }, 10)).toEqual([
    { tone: 'ok', y: 0, height: 30 },
    { tone: 'bad', y: 30, height: 20 },
  ]);
});
