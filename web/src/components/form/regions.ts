import { queryOptions } from '@tanstack/react-query';
import type { NamedCode } from '@/lib/place-names';

/**
 * Returns the query of the ISO 3166-2 subdivisions of all countries. They are loaded only when a
 * form needs them, because they have about 50 kB (compressed).
 */
export function regionsQuery() {
  return queryOptions({
    queryKey: ['regions'],
    queryFn: async () => (await import('iso-3166/2.js')).iso31662,
    staleTime: Infinity,
    gcTime: Infinity,
    networkMode: 'always',
  });
}

interface Subdivision {
  code: string;
  name: string;
  /** The country or the subdivision that contains it. */
  parent: string;
}

/**
 * Returns the subdivisions of a country as options, sorted by name. Subdivisions with the same name
 * are shown with their codes. If `value`, the saved code, is not among them, it is added as an
 * option, so that saving the form keeps it.
 */
export function regionOptions(all: readonly Subdivision[] | undefined, country: string, value: string): NamedCode[] {
  const inCountry = (all ?? []).filter(({ code }) => code.startsWith(`${country}-`));
  const names = new Map<string, number>();
  for (const { name } of inCountry) names.set(name, (names.get(name) ?? 0) + 1);
  const options = inCountry
    .map(({ code, name }) => ({ value: code, label: names.get(name) === 1 ? name : `${name} (${code})` }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
  const isUnlisted = value !== '' && options.every((option) => option.value !== value);
  return isUnlisted ? [{ value, label: value }, ...options] : options;
}

/** Returns the name of a subdivision, or its code if it is not known. */
export function regionName(all: readonly Subdivision[] | undefined, code: string): string {
  return all?.find((subdivision) => subdivision.code === code)?.name ?? code;
}
