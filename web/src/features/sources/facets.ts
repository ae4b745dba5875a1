import type { FacetCount, Facets } from '@/api/gen/types.gen';
import { ENDPOINT_KIND, LIFECYCLE, labelOf } from '@/lib/labels';
import { countryName, languageName } from '@/lib/place-names';
import { NONE, type Facet } from './sources.schema';

interface FacetWords {
  name: string;
  /** The word for a value. */
  label: (value: string) => string;
  /** All values, when they are few and known; otherwise what the register has. */
  all?: string[];
  /** What holds when nothing is chosen, where that is not simply everything. */
  hint?: string;
}

export const FACET_WORDS: Record<Facet, FacetWords> = {
  lifecycle: {
    name: 'State',
    label: (value) => labelOf(LIFECYCLE, value),
    all: Object.keys(LIFECYCLE),
    hint: 'With none chosen: all but the archived.',
  },
  country: { name: 'Country', label: (value) => (value === NONE ? 'No country' : countryName(value)) },
  language: { name: 'Language', label: (value) => (value === NONE ? 'No language' : languageName(value)) },
  tag: { name: 'Tag', label: (value) => value },
  kind: {
    name: 'Kind',
    label: (value) => (value === NONE ? 'No endpoint' : labelOf(ENDPOINT_KIND, value)),
    all: [...Object.keys(ENDPOINT_KIND), NONE],
  },
};

export interface FacetOption {
  value: string;
  label: string;
  count: number;
}

/**
 * The values to choose from. Those that are chosen stay in the list when no source has them any more: otherwise nobody
 * could take them back.
 */
export function facetOptions(facet: Facet, facets: Facets | null | undefined, chosen: string[]): FacetOption[] {
  const { label, all } = FACET_WORDS[facet];
  const counted: FacetCount[] = facets?.[facet] ?? [];
  const counts = new Map(counted.map(({ value, count }) => [value, count]));
  const values = all ?? [...chosen.filter((value) => !counts.has(value)), ...counts.keys()];
  return values.map((value) => ({ value, label: label(value), count: counts.get(value) ?? 0 }));
}

/** "Spain", "Spain, France", "Spain +2". */
export function chosenText(facet: Facet, chosen: string[]): string {
  const words = chosen.map(FACET_WORDS[facet].label);
  return words.length <= 2 ? words.join(', ') : `${words[0]} +${words.length - 1}`;
}
