import { expect, test } from 'vitest';
import { mapConcurrently } from './map-concurrently';

test('at most the allowed number of calls run at the same time, and the results keep the order', async () => {
  let running = 0;
  let most = 0;
  const results = await mapConcurrently([5, 1, 4, 2, 3, 0], 4, async (n) => {
    most = Math.max(most, ++running);
    for (let i = 0; i < n; i++) await Promise.resolve();
    running--;
    return n * 2;
  });
  expect(results).toEqual([10, 2, 8, 4, 6, 0]);
  expect(most).toBe(4);
  expect(await mapConcurrently([], 4, () => Promise.reject(new Error('no call is expected')))).toEqual([]);
});
