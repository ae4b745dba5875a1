import { expect, test } from 'vitest';
import { lastDays } from './last-days';

test('the last days end with today and cross months', () => {
  expect(lastDays(3, new Date('2026-03-01T00:30:00Z'))).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
});
