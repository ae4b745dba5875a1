import type { FacetCount, Facets } from '@/api/gen/types.gen';
import { ENDPOINT_KIND, LIFECYCLE, labelOf } from '@/lib/labels';
import { countryName, languageName } from '@/lib/place-names';
import { NONE, type Facet } from './sources.schema';

interface FacetTexts {
  name: string;
  /** Returns the label of a value. */
  label: (value: string) => string;
  /** All values, if they are few and known. Otherwise the options are the values in the register. */
  all?: string[];
  /** Explains the result without a selection, if that is not all sources. */
  hint?: string;
}

export const FACET_TEXTS: Record<Facet, FacetTexts> = {
  lifecycle: {
    name: 'State',
    label: (value) => labelOf(LIFECYCLE, value),
    all: Object.keys(LIFECYCLE),
    hint: 'Without a selection, archived sources are hidden.',
  },
  country: { name: 'Country', label: (value) => (value === NONE ? 'No country' : countryName(value)) },
  language: { name: 'Language', label: (value) => (value === NONE ? 'No language' : languageName(value)) },
  tag: { name: 'Tag', label: (value) => (value === NONE ? 'No tag' : value) },
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

/** Returns the options of a facet. Selected values without sources stay in the list, so that they can be deselected. */
export function facetOptions(facet: Facet, facets: Facets | null | undefined, selected: string[]): FacetOption[] {
  const { label, all } = FACET_TEXTS[facet];
  const counted: FacetCount[] = facets?.[facet] ?? [];
  const counts = new Map(counted.map(({ value, count }) => [value, count]));
  const values = all ?? [...selected.filter((value) => !counts.has(value)), ...counts.keys()];
  return values.map((value) => ({ value, label: label(value), count: counts.get(value) ?? 0 }));
}

/** Describes the selected values: "Spain", "Spain, France" or "Spain +2". */
export function selectionText(facet: Facet, selected: string[]): string {
  const labels = selected.map(FACET_TEXTS[facet].label);
  return labels.length <= 2 ? labels.join(', ') : `${labels[0]} +${labels.length - 1}`;
}
