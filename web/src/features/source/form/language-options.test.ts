import { describe, expect, test } from 'vitest';
import { languageOptions } from './language-options';

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
