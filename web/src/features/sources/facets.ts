import type { FacetCount, Facets } from '@/api/gen/types.gen';
import { facetOf, NONE, type FilterEntry } from '@/entities/source/filters';

interface FacetOption {
  value: string;
  label: string;
  /** Undefined if too many sources match to count them. */
  count: number | undefined;
}

/**
 * Returns the options of a filter. Selected values without sources stay in the list, so that they
 * can be deselected.
 */
export function facetOptions(
  filter: FilterEntry,
  facets: Facets | null | undefined,
  selected: string[],
): FacetOption[] {
  const facet = facetOf(filter);
  const counted: FacetCount[] = facets?.[facet] ?? [];
  const counts = new Map(counted.map(({ value, count }) => [value, count]));
  const known = [...selected.filter((value) => !counts.has(value)), ...counts.keys()].filter((value) => value !== NONE);
  // Sources without a value come last, and are offered only if there are any.
  const values = filter.values ?? (counts.has(NONE) || selected.includes(NONE) ? [...known, NONE] : known);
  const isCounted = !facets?.uncounted.includes(facet);
  return values.map((value) => ({
    value,
    label: filter.valueLabel(value),
    count: isCounted && !(value === NONE && filter.isNoneUncounted) ? (counts.get(value) ?? 0) : undefined,
  }));
}

/** Describes the selected values: "Spain", "Spain, France" or "Spain +2". */
export function selectionText({ valueLabel }: FilterEntry, selected: string[]): string {
  const labels = selected.map(valueLabel);
  return labels.length <= 2 ? labels.join(', ') : `${labels[0]} +${labels.length - 1}`;
}
