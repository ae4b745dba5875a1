import { expect, test } from 'vitest';
import { rangeText } from './range-text';

const rows = (count: number) => Array.from({ length: count });

test.each([
  ['the first page', { items: rows(50), total: 12431, next_cursor: 'n' }, null, '1–50 of 12,431'],
  ['the first page, reached with a cursor', { items: rows(50), total: 12431, next_cursor: 'n' }, 'c', '1–50 of 12,431'],
  [
    'the second page',
    { items: rows(50), total: 120, offset: 50, next_cursor: 'n', prev_cursor: 'p' },
    'c',
    '51–100 of 120',
  ],
  [
    'a page without a position',
    { items: rows(50), total: 12431, next_cursor: 'n', prev_cursor: 'p' },
    'c',
    '50 of 12,431',
  ],
  ['the last page', { items: rows(31), total: 12431, prev_cursor: 'p' }, 'c', '12,401–12,431 of 12,431'],
  [
    'a list with more matches than are counted',
    { items: rows(50), total: 10000, total_is_minimum: true, next_cursor: 'n' },
    null,
    '1–50 of more than 10,000',
  ],
  ['the only page', { items: rows(3), total: 3 }, null, '1–3 of 3'],
])('rangeText of %s', (_, page, cursor, text) => expect(rangeText(page, cursor)).toBe(text));
