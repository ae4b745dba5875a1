import { expect, test } from 'vitest';
import { parseRowsSearch, rowsParams } from './rows.schema';

test('the URL parameters keep tab and cursor', () => {
  const search = { show: 'recovered', cursor: 'abc_-1' } as const;
  expect(parseRowsSearch(rowsParams(search))).toEqual(search);
  expect(rowsParams({ show: 'all', cursor: null }).toString()).toBe('');
});

test.each(['show=everything', 'cursor=%3Cscript%3E', 'colour=blue'])('the invalid %j becomes the default', (query) => {
  expect(parseRowsSearch(new URLSearchParams(query))).toEqual({ show: 'all', cursor: null });
});
