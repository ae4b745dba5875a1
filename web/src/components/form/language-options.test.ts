import { describe, expect, test } from 'vitest';
import { commonLanguages } from '@/lib/place-names';
import { languageOptions } from './language-options';

describe('languageOptions', () => {
  const extra = (chosen: string[], typed: string) =>
    languageOptions(commonLanguages(), chosen, typed)
      .slice(0, -commonLanguages().length)
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
