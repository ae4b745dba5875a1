import type { FacetName, SourceFilter } from '@/api/gen/types.gen';
import { HEALTH_CAUSE, HEALTH_STATE } from '@/entities/check/labels';
import { ENDPOINT_KIND } from '@/entities/endpoint/labels';
import { REVIEW, USE_STATE } from '@/entities/rights/labels';
import { assigneeLabel, isAssignee } from '@/entities/work/assignee';
import { formatDay } from '@/lib/dates';
import { formatCount } from '@/lib/format-count';
import { labelOf } from '@/lib/labels';
import { countryName, isCountryCode, languageName } from '@/lib/place-names';
import { UUID } from '@/lib/search-params';
import { LIFECYCLE, MEDIA_TYPE, PAYWALL, RIGHTS, SCOPE, TIER } from './labels';

/** The API's filter value for sources without a value. */
export const NONE = 'none';

/** Limits of the API, which rejects longer values and lists. */
const MAX_VALUES = 50;
const MAX_TAG = 60;
const MAX_OWNER = 200;
const MAX_SILENT_DAYS = 3650;
const MAX_DUE_MINUTES = 43_200;

const LANGUAGE = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;
const MAX_LANGUAGE = 35;

interface Entry {
  /** The name of the parameter in the address and in the API, and of the facet. */
  name: keyof SourceFilter;
  label: string;
  /**
   * How values are chosen: from the facet with counts, from a few values, from the members, by a
   * search for a source, as a day, or only by a link from another page.
   */
  input: 'facet' | 'choice' | 'member' | 'source' | 'day' | 'link';
  /** Reports whether the API accepts a value. */
  isValid: (value: string) => boolean;
  valueLabel: (value: string) => string;
  /** Returns the value in a sentence, if that is not the label. */
  phrase?: (value: string) => string;
  /** The values to choose from. A facet without them offers the values in the register. */
  values?: readonly string[];
  /** Explains the result without a selection, if that is not all sources. */
  hint?: string;
  /** Whether the filter has a button in the filter bar, instead of an entry of "More filters". */
  isMain?: boolean;
  /** Whether the filter has at most one value. */
  isSingle?: boolean;
  /** Returns a single value in the type of the API. Without it, the API takes a list of texts. */
  toApi?: (value: string) => string | number | boolean;
  /** Whether the facet has no count of the sources without a value. */
  isNoneUncounted?: boolean;
  /** Whether the filter has no opposite: its values have one, or it is one end of a range. */
  hasNoOpposite?: boolean;
  /** Whether only the list has the filter. While it is set, no alert rule is offered. */
  isListOnly?: boolean;
}

/** Returns the values and labels of an enumeration. Without `none`, every source has a value. */
function enumeration(labels: Record<string, string>, none?: string) {
  const values = none ? [...Object.keys(labels), NONE] : Object.keys(labels);
  return {
    values,
    isValid: (value: string) => values.includes(value),
    valueLabel: (value: string) => (value === NONE && none ? none : labelOf(labels, value)),
  };
}

const isWholeNumber = (value: string, min: number, max: number) =>
  /^\d{1,6}$/.test(value) && Number(value) >= min && Number(value) <= max;

const orNone = (none: string, label: (value: string) => string) => (value: string) =>
  value === NONE ? none : label(value);

/** A day in UTC; a range has a filter for each end. */
function day() {
  return {
    input: 'day',
    isValid: (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)),
    valueLabel: formatDay,
    isSingle: true,
    toApi: String,
    hasNoOpposite: true,
  } as const;
}

/** All filters of the list of sources, in their order on the screen. A new filter is an entry. */
const ENTRIES = [
  {
    name: 'lifecycle',
    label: 'State',
    input: 'facet',
    ...enumeration(LIFECYCLE),
    hint: 'Without a selection, archived sources are hidden.',
    isMain: true,
  },
  {
    name: 'health',
    label: 'Health',
    input: 'facet',
    ...enumeration(HEALTH_STATE, 'Not checked'),
    isNoneUncounted: true,
    hint: 'Only active sources with an active endpoint are checked.',
    isMain: true,
  },
  {
    name: 'country',
    label: 'Country',
    input: 'facet',
    isValid: (value) => value === NONE || isCountryCode(value),
    valueLabel: orNone('No country', countryName),
    isMain: true,
  },
  {
    name: 'language',
    label: 'Language',
    input: 'facet',
    isValid: (value) => value.length <= MAX_LANGUAGE && LANGUAGE.test(value),
    valueLabel: orNone('No language', languageName),
    isMain: true,
  },
  {
    name: 'tag',
    label: 'Tag',
    input: 'facet',
    isValid: (value) => value !== '' && value.length <= MAX_TAG,
    valueLabel: orNone('No tag', String),
    isMain: true,
  },
  {
    name: 'kind',
    label: 'Kind',
    input: 'facet',
    ...enumeration(ENDPOINT_KIND, 'No endpoint'),
    isMain: true,
  },
  {
    name: 'region',
    label: 'Region',
    input: 'facet',
    isValid: (value) => /^([A-Z]{2}-[A-Z0-9]{1,3}|none)$/.test(value),
    valueLabel: orNone('No region', (value) => `${value}, ${countryName(value.slice(0, 2))}`),
  },
  {
    name: 'cause',
    label: 'Cause',
    input: 'facet',
    isValid: (value) => value in HEALTH_CAUSE || value === NONE,
    valueLabel: orNone('No cause', (value) => labelOf(HEALTH_CAUSE, value)),
    isNoneUncounted: true,
    hint: 'Sources that work have no cause.',
  },
  {
    name: 'media_type',
    label: 'Media type',
    input: 'facet',
    ...enumeration(MEDIA_TYPE, 'No media type'),
  },
  { name: 'scope', label: 'Scope', input: 'facet', ...enumeration(SCOPE, 'No scope') },
  {
    name: 'tier',
    label: 'Tier',
    input: 'facet',
    ...enumeration(TIER, 'No tier'),
    phrase: String,
  },
  { name: 'paywall', label: 'Paywall', input: 'facet', ...enumeration(PAYWALL) },
  { name: 'rights', label: 'Rights', input: 'facet', ...enumeration(RIGHTS) },
  { name: 'use_link', label: 'Link and headline', input: 'facet', ...enumeration(USE_STATE) },
  { name: 'use_snippet', label: 'Snippet', input: 'facet', ...enumeration(USE_STATE) },
  { name: 'use_full_text', label: 'Full text', input: 'facet', ...enumeration(USE_STATE) },
  {
    name: 'use_machine_learning',
    label: 'Machine learning',
    input: 'facet',
    ...enumeration(USE_STATE),
  },
  { name: 'rights_review', label: 'Review of rights', input: 'facet', ...enumeration(REVIEW, 'Not needed') },
  {
    name: 'owner',
    label: 'Owner',
    input: 'facet',
    isValid: (value) => value !== '' && value.length <= MAX_OWNER,
    valueLabel: orNone('No owner', String),
  },
  {
    name: 'assignee',
    label: 'Assignee',
    input: 'member',
    isValid: isAssignee,
    valueLabel: (value) => assigneeLabel(value, undefined),
    isSingle: true,
    isListOnly: true,
  },
  {
    name: 'snoozed',
    label: 'Snoozed',
    input: 'choice',
    values: ['true', 'false'],
    isValid: (value) => value === 'true' || value === 'false',
    valueLabel: (value) => (value === 'true' ? 'Yes' : 'No'),
    isSingle: true,
    toApi: (value) => value === 'true',
    hasNoOpposite: true,
    isListOnly: true,
  },
  {
    name: 'silent_days',
    label: 'No new item for',
    input: 'choice',
    values: ['1', '3', '7', '14', '30', '90'],
    isValid: (value) => isWholeNumber(value, 1, MAX_SILENT_DAYS),
    valueLabel: (value) => formatCount(Number(value), 'day'),
    isSingle: true,
    toApi: Number,
    isListOnly: true,
  },
  {
    name: 'due_minutes',
    label: 'Next check',
    input: 'choice',
    values: ['0', '60', '1440'],
    isValid: (value) => isWholeNumber(value, 0, MAX_DUE_MINUTES),
    valueLabel: dueText,
    isSingle: true,
    toApi: Number,
    isListOnly: true,
  },
  {
    name: 'import',
    label: 'Import',
    input: 'link',
    isValid: (value) => UUID.test(value),
    valueLabel: () => 'one import',
    isSingle: true,
    toApi: String,
  },
  {
    name: 'parent',
    label: 'Parent',
    input: 'source',
    values: [NONE],
    isValid: (value) => UUID.test(value) || value === NONE,
    valueLabel: orNone('No parent', () => 'one source'),
    isSingle: true,
  },
  { name: 'created_from', label: 'Added since', ...day() },
  { name: 'created_to', label: 'Added until', ...day() },
  { name: 'updated_from', label: 'Changed since', ...day() },
  { name: 'updated_to', label: 'Changed until', ...day() },
] as const satisfies readonly Entry[];

type PlainName = (typeof ENTRIES)[number]['name'];
type Opposite = keyof SourceFilter & `not_${PlainName}`;
/** The name of a filter or of its opposite; the search is not among them. */
export type FilterName = PlainName | Opposite;

export interface FilterEntry extends Entry {
  name: FilterName;
  /** The filter that leaves out what this one finds. */
  opposite?: Opposite;
  /** The filter of which this is the opposite. */
  of?: PlainName;
}

/** The filters without their opposites. */
export const PLAIN_FILTERS: readonly FilterEntry[] = (ENTRIES as readonly (Entry & { name: PlainName })[]).map(
  (entry) => (entry.hasNoOpposite ? entry : { ...entry, opposite: `not_${entry.name}` as Opposite }),
);

export const SOURCE_FILTERS: readonly FilterEntry[] = PLAIN_FILTERS.flatMap((entry) =>
  entry.opposite
    ? [entry, { ...entry, name: entry.opposite, of: entry.name as PlainName, label: `${entry.label} is not` }]
    : entry,
);

/** The selected values by filter; empty for a filter that is not active. */
export type FilterValues = Record<FilterName, string[]>;

function valuesBy(values: (entry: FilterEntry) => string[]): FilterValues {
  return Object.fromEntries(SOURCE_FILTERS.map((entry) => [entry.name, values(entry)])) as FilterValues;
}

export const NO_VALUES = valuesBy(() => []);

/** Returns the name of the API's facet of a filter. */
export function facetOf({ name, of }: FilterEntry): FacetName {
  return (of ?? name) as FacetName;
}

function dueText(minutes: string): string {
  const count = Number(minutes);
  if (count === 0) return 'Due now';
  if (count % 1440 === 0) return `Within ${formatCount(count / 1440, 'day')}`;
  return `Within ${count % 60 === 0 ? formatCount(count / 60, 'hour') : `${count} min`}`;
}

/** Returns the valid, distinct values of the filters in the parameters of an address. */
export function parseFilters(params: URLSearchParams): FilterValues {
  return valuesBy(({ name, isValid, isSingle }) => {
    const given = params.getAll(name).map((value) => value.trim());
    return [...new Set(given.filter(isValid))].slice(0, isSingle ? 1 : MAX_VALUES);
  });
}

/** Returns the parameters of the API for the selected values, without filters that have none. */
export function toApiFilter(values: FilterValues): SourceFilter {
  const active = SOURCE_FILTERS.filter(({ name }) => values[name].length > 0);
  return Object.fromEntries(
    active.map(({ name, toApi }) => [name, toApi ? toApi(values[name][0]!) : values[name]]),
  ) as SourceFilter;
}

/** Returns the selected values of a filter of the API. */
export function fromApiFilter(filter: SourceFilter): FilterValues {
  return valuesBy(({ name, isValid }) => {
    const value = filter[name];
    return value === undefined ? [] : [value].flat().map(String).filter(isValid);
  });
}

const listFormat = new Intl.ListFormat('en', { type: 'disjunction' });

/** Returns a filter as a phrase, such as "tag politics, tier 1 or 2"; empty for all sources. */
export function describeFilter({ q, ...others }: SourceFilter): string {
  const parts = Object.entries(others).flatMap(([name, value]) => {
    const values = [value].flat().map(String);
    const entry = SOURCE_FILTERS.find((candidate) => candidate.name === name);
    if (values.length === 0) return [];
    if (!entry) return `${name.replaceAll('_', ' ')} ${listFormat.format(values)}`;
    if (entry.input === 'link') return values.map(entry.valueLabel);
    return `${entry.label.toLowerCase()} ${listFormat.format(values.map(entry.phrase ?? entry.valueLabel))}`;
  });
  return [...(q ? [`search “${q}”`] : []), ...parts].join(', ');
}
