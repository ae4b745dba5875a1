import { expect, test } from 'vitest';
import { countText } from './page-text';
import { parseSearch } from './sources.schema';

const summary = { sources: 98204, endpoints: 1, lifecycle: { draft: 0, active: 98204, paused: 0, archived: 100 } };

test.each([
  ['', 98204, '98,204'],
  ['country=ES', 12431, '12,431 of 98,204'],
  ['lifecycle=archived', 100, '100 of 98,304'],
  // The total was counted after the summary.
  ['country=ES', 98205, '98,205 of 98,205'],
])('countText for %j and a total of %d', (query, total, text) => {
  expect(countText({ total, total_is_minimum: false }, summary, parseSearch(new URLSearchParams(query)))).toBe(text);
});

test('countText says that more sources match', () => {
  const page = { total: 10000, total_is_minimum: true };
  expect(countText(page, summary, parseSearch(new URLSearchParams('q=x')))).toBe('more than 10,000 of 98,204');
});

test('countText without a summary is the total', () => {
  expect(countText({ total: 12, total_is_minimum: false }, undefined, parseSearch(new URLSearchParams('q=x')))).toBe(
    '12',
  );
});
