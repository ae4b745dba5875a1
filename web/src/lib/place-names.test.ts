import { describe, expect, test } from 'vitest';
import { allCountries, canonicalLanguage, countryName, languageName, commonLanguages } from './place-names';

describe('names', () => {
  test.each([
    ['ES', 'Spain'],
    ['XK', 'Kosovo'],
    ['ZX', 'ZX'],
    ['', ''],
    ['not a code', 'not a code'],
  ])('country %j is %j', (code, name) => expect(countryName(code)).toBe(name));

  test.each([
    ['pt-BR', 'Brazilian Portuguese'],
    ['qya', 'qya'],
    ['', ''],
  ])('language %j is %j', (code, name) => expect(languageName(code)).toBe(name));
});

test('every country and language in the lists has a name of its own', () => {
  for (const list of [allCountries(), commonLanguages()]) {
    expect(list.filter(({ value, label }) => value === label)).toEqual([]);
    expect(new Set(list.map(({ label }) => label)).size).toBe(list.length);
  }
  expect(allCountries()).toHaveLength(250); // the 249 of ISO 3166-1, and Kosovo
});

test.each([
  ['PT-br', 'pt-BR'],
  [' es ', 'es'],
  ['zh-hant-hk', 'zh-Hant-HK'],
  ['spanish language', null],
  ['', null],
])('the canonical spelling of %j is %j', (entered, code) => expect(canonicalLanguage(entered)).toBe(code));
