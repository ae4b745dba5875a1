import type { FacetCount, Facets } from '@/api/gen/types.gen';
import {
  ENDPOINT_KIND,
  HEALTH_CAUSE,
  HEALTH_STATE,
  LIFECYCLE,
  MEDIA_TYPE,
  PAYWALL,
  RIGHTS,
  SCOPE,
  TIER,
  labelOf,
} from '@/lib/labels';
import { countryName, languageName } from '@/lib/place-names';
import { formatCount } from '@/lib/format-count';
import { NONE, type Facet, type NumberFilter } from './sources.schema';

interface FacetTexts {
  name: string;
  /** Returns the label of a value. */
  label: (value: string) => string;
  /**
   * All values, if they are few and known. Otherwise the options are the values in the register.
   */
  all?: string[];
  /** Explains the result without a selection, if that is not all sources. */
  hint?: string;
}

/** Returns the texts of a facet with known values. Without `none`, every source has a value. */
function enumFacet(name: string, labels: Record<string, string>, none?: string): FacetTexts {
  return {
    name,
    label: (value) => (value === NONE && none ? none : labelOf(labels, value)),
    all: none ? [...Object.keys(labels), NONE] : Object.keys(labels),
  };
}

export const FACET_TEXTS: Record<Facet, FacetTexts> = {
  lifecycle: {
    name: 'State',
    label: (value) => labelOf(LIFECYCLE, value),
    all: Object.keys(LIFECYCLE),
    hint: 'Without a selection, archived sources are hidden.',
  },
  health: {
    name: 'Health',
    label: (value) => labelOf(HEALTH_STATE, value),
    all: Object.keys(HEALTH_STATE),
    hint: 'Only active sources with an active endpoint are checked.',
  },
  cause: {
    name: 'Cause',
    label: (value) => labelOf(HEALTH_CAUSE, value),
    hint: 'Sources that work have no cause.',
  },
  country: { name: 'Country', label: (value) => (value === NONE ? 'No country' : countryName(value)) },
  language: { name: 'Language', label: (value) => (value === NONE ? 'No language' : languageName(value)) },
  tag: { name: 'Tag', label: (value) => (value === NONE ? 'No tag' : value) },
  kind: {
    name: 'Kind',
    label: (value) => (value === NONE ? 'No endpoint' : labelOf(ENDPOINT_KIND, value)),
    all: [...Object.keys(ENDPOINT_KIND), NONE],
  },
  media_type: enumFacet('Media type', MEDIA_TYPE, 'No media type'),
  scope: enumFacet('Scope', SCOPE, 'No scope'),
  tier: enumFacet('Tier', TIER, 'No tier'),
  paywall: enumFacet('Paywall', PAYWALL),
  rights: enumFacet('Rights', RIGHTS),
  owner: { name: 'Owner', label: (value) => (value === NONE ? 'No owner' : value) },
};

const DAY_MINUTES = 24 * 60;

/** The names of the numeric filters and the labels of their values. */
export const NUMBER_TEXTS: Record<NumberFilter, { name: string; label: (value: string) => string }> = {
  silent_days: { name: 'No new item for', label: (value) => formatCount(Number(value), 'day') },
  due_minutes: {
    name: 'Next check',
    label: (value) => (value === '0' ? 'Due now' : Number(value) < DAY_MINUTES ? 'Within 1 hour' : 'Within 1 day'),
  },
};

interface FacetOption {
  value: string;
  label: string;
  /** Undefined if too many sources match to count them. */
  count: number | undefined;
}

/**
 * Returns the options of a facet. Selected values without sources stay in the list, so that they
 * can be deselected.
 */
export function facetOptions(facet: Facet, facets: Facets | null | undefined, selected: string[]): FacetOption[] {
  const { label, all } = FACET_TEXTS[facet];
  const counted: FacetCount[] = facets?.[facet] ?? [];
  const counts = new Map(counted.map(({ value, count }) => [value, count]));
  const known = [...selected.filter((value) => !counts.has(value)), ...counts.keys()].filter((value) => value !== NONE);
  // Sources without a value come last, and are offered only if there are any.
  const values = all ?? (counts.has(NONE) || selected.includes(NONE) ? [...known, NONE] : known);
  const isCounted = !facets?.uncounted.includes(facet);
  return values.map((value) => ({
    value,
    label: label(value),
    count: isCounted ? (counts.get(value) ?? 0) : undefined,
  }));
}

/** Describes the selected values: "Spain", "Spain, France" or "Spain +2". */
export function selectionText(facet: Facet, selected: string[]): string {
  const labels = selected.map(FACET_TEXTS[facet].label);
  return labels.length <= 2 ? labels.join(', ') : `${labels[0]} +${labels.length - 1}`;
}
