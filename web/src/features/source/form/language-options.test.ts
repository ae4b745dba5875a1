import { describe, expect, test } from 'vitest';
import { findLanguages, languageOptions } from './language-options';

describe('languageOptions', () => {
  const extra = (chosen: string[], typed: string) =>
    languageOptions(chosen, typed)
      .slice(0, languageOptions(chosen, typed).length - languageOptions([], '').length)
      .map(({ value }) => value);

  test.each([
    [[], '', []],
    [['es'], '', []],
    [['tlh'], '', ['tlh']],
    [[], 'es-bo', ['es-BO']],
    [['es-BO'], 'es-bo', ['es-BO']],
    [[], 'not a code', []],
  ])('chosen %j, typed %j adds %j', (chosen, typed, added) => expect(extra(chosen, typed)).toEqual(added));
});

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
  expect(findLanguages(options, search).map(({ value }) => value)).toEqual(found);
});
