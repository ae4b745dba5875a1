import { describe, expect, test } from 'vitest';
import { allCountries, canonicalLanguage, countryName, languageName, commonLanguages } from './place-names';

describe('English names', () => {
  test.each([
    ['ES', 'Spain'],
    ['XK', 'Kosovo'],
    ['ZX', 'ZX'],
    ['', ''],
    ['not a code', 'not a code'],
  ])('countryName(%j) is %j', (code, name) => expect(countryName(code)).toBe(name));

  test.each([
    ['pt-BR', 'Brazilian Portuguese'],
    ['qya', 'qya'],
    ['', ''],
  ])('languageName(%j) is %j', (code, name) => expect(languageName(code)).toBe(name));
});

test('every listed country and language has a unique name', () => {
  for (const list of [allCountries(), commonLanguages()]) {
    expect(list.filter(({ value, label }) => value === label)).toEqual([]);
    expect(new Set(list.map(({ label }) => label)).size).toBe(list.length);
  }
  expect(allCountries()).toHaveLength(250); // 249 codes of ISO 3166-1 and XK
});

test.each([
  ['PT-br', 'pt-BR'],
  [' es ', 'es'],
  ['zh-hant-hk', 'zh-Hant-HK'],
  ['spanish language', null],
  ['', null],
])('canonicalLanguage(%j) is %j', (entered, code) => expect(canonicalLanguage(entered)).toBe(code));
