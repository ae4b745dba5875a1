import { expect, test } from 'vitest';
import { scaleMax } from './scale-max';

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [10, 20],
  [99, 100],
  [101, 200],
  [63_000, 80_000],
])('%i', (value, max) => {
  expect(scaleMax(value)).toBe(max);
});
