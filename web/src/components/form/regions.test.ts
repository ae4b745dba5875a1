import { expect, test } from 'vitest';
import { regionName, regionOptions } from './regions';

const all = [
  { code: 'ES-MD', name: 'Madrid, Comunidad de', parent: 'ES' },
  { code: 'ES-CT', name: 'Catalunya', parent: 'ES' },
  { code: 'FR-75', name: 'Paris', parent: 'FR-IDF' },
  { code: 'GB-A', name: 'Newport', parent: 'GB' },
  { code: 'GB-B', name: 'Newport', parent: 'GB' },
];

test.each([
  ['the subdivisions of the country by name', 'ES', '', ['Catalunya', 'Madrid, Comunidad de']],
  ['subdivisions of subdivisions', 'FR', '', ['Paris']],
  ['codes of equal names', 'GB', '', ['Newport (GB-A)', 'Newport (GB-B)']],
  ['a code that is not listed', 'ES', 'ES-ZZ', ['ES-ZZ', 'Catalunya', 'Madrid, Comunidad de']],
  ['a country without subdivisions', 'VA', '', []],
])('regionOptions has %s', (_, country, value, labels) =>
  expect(regionOptions(all, country, value).map(({ label }) => label)).toEqual(labels),
);

test('regionOptions keeps the value while the names load', () => {
  expect(regionOptions(undefined, 'ES', 'ES-CT')).toEqual([{ value: 'ES-CT', label: 'ES-CT' }]);
});

test('regionName returns the code of an unknown subdivision', () => {
  expect(regionName(all, 'ES-CT')).toBe('Catalunya');
  expect(regionName(all, 'ES-ZZ')).toBe('ES-ZZ');
  expect(regionName(undefined, 'ES-CT')).toBe('ES-CT');
});
