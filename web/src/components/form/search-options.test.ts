import { expect, test } from 'vitest';
import { searchOptions, optionFilter } from './search-options';

test.each([
  ['es', ['es', 'es-MX', 'et']],
  ['spanish', ['es', 'es-MX']],
  ['ES-', []],
  ['mexican', ['es-MX']],
  ['x', ['es-MX']],
  ['', ['es-MX', 'es', 'et']],
])('%j finds %j', (search, found) => {
  const options = [
    { value: 'es-MX', label: 'Mexican Spanish' },
    { value: 'es', label: 'Spanish' },
    { value: 'et', label: 'Estonian' },
  ];
  expect(searchOptions(options, search).map(({ value }) => value)).toEqual(found);
});

test('without a match the filter returns a disabled option with a message', () => {
  const options = [{ value: 'ES', label: 'Spain', disabled: false }];
  const filter = optionFilter('No matching country');
  expect(filter({ options, search: 'spa', limit: 9 })).toEqual(options);
  expect(filter({ options, search: 'x', limit: 9 })).toEqual([
    { value: '', label: 'No matching country', disabled: true },
  ]);
});
