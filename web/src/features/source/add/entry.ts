import type { Candidate, Collected, Credentials, DiscoveryEvent } from '@/api/gen/types.gen';
import type { ParsedAddress } from '../form/credentials';
import { isSameValue } from '../form/patch';
import { EMPTY_SOURCE, type SourceValues } from '../form/values';
import { type Found, NOTHING_YET, take } from './discovery';

/** Fields of the form that a search may fill. */
type Fillable = 'name' | 'homepage_url' | 'country' | 'languages';

/** Where a value that nobody typed comes from. */
interface Proposed {
  value: SourceValues[Fillable];
  from: string;
}

/** What became of an entry when it was saved. */
export interface Saved {
  id: string;
  name: string;
  /** How many feeds were added to a source that was there already. */
  added?: number;
}

/** One of the addresses that were pasted, what was found behind it, and what a person made of that. */
export interface Entry {
  /** Its place in what was pasted, from 1. */
  line: number;
  address: string;
  /** They live in this tab's memory and nowhere else. */
  credentials?: Credentials;
  /** They were there until the page was reloaded. */
  forgot?: boolean;
  phase: 'waiting' | 'searching' | 'searched' | 'saving' | 'saved' | 'skipped';
  /** The register was asked what it knows of the address. */
  lookedUp: boolean;
  /** What the register tells outlets apart by. */
  outlet?: string;
  /** The source that the register has, before anything was fetched. */
  known?: Collected;
  /** The line of the same outlet before this one. */
  twin?: number;
  found: Found;
  /** How often its search was tried and the service could not do it. */
  tries: number;
  /** Why there was no search, or not to its end. */
  trouble?: string;
  values: SourceValues;
  /** What we have put into each field: anything else there is a person's own. */
  filled: Partial<Record<Fillable, Proposed>>;
  /** What a person has chosen by hand, by address. */
  picks: Record<string, boolean>;
  withoutLogo: boolean;
  /** Why it was not saved. */
  refusal?: unknown;
  saved?: Saved;
}

export function newEntry(line: number, pasted: ParsedAddress): Entry {
  return {
    line,
    address: pasted.address,
    credentials: pasted.credentials,
    phase: 'waiting',
    lookedUp: false,
    found: NOTHING_YET,
    tries: 0,
    values: { ...EMPTY_SOURCE, endpoints: [] },
    filled: {},
    picks: {},
    withoutLogo: false,
  };
}

/** Takes in what a search tells: values into fields that nobody has touched, and the feeds that are worth it. */
export function absorb(entry: Entry, event: DiscoveryEvent): Entry {
  const next = { ...entry, found: take(entry.found, event) };
  if (event.field && event.field.name !== 'logo_url') {
    const { name, value, from } = event.field;
    return name === 'language' ? fill(next, 'languages', [value], from) : fill(next, name, value, from);
  }
  if (event.candidate && entry.picks[event.candidate.url] === undefined) {
    return withFeed(next, event.candidate, event.candidate.preselected && !event.candidate.existing);
  }
  return next;
}

function fill(entry: Entry, field: Fillable, value: SourceValues[Fillable], from: string): Entry {
  const now = entry.values[field];
  if (now.length > 0 && !isProposed(entry, field)) return entry;
  return {
    ...entry,
    values: { ...entry.values, [field]: value },
    filled: { ...entry.filled, [field]: { value, from } },
  };
}

/** Whether a field holds what we put there. */
function isProposed({ values, filled }: Entry, field: Fillable): boolean {
  return filled[field] !== undefined && isSameValue(values[field], filled[field].value);
}

/** Where the value of each field comes from, as long as nobody has changed it. */
export function origins(entry: Entry): Partial<Record<Fillable, string>> {
  const fields = (Object.keys(entry.filled) as Fillable[]).filter((field) => isProposed(entry, field));
  return Object.fromEntries(fields.map((field) => [field, entry.filled[field]?.from]));
}

/** A person wants a feed, or doesn't. */
export function choose(entry: Entry, candidate: Candidate, chosen: boolean): Entry {
  return withFeed({ ...entry, picks: { ...entry.picks, [candidate.url]: chosen } }, candidate, chosen);
}

function withFeed(entry: Entry, candidate: Candidate, chosen: boolean): Entry {
  const { url, kind, title = '', recipe } = candidate;
  const rows = chosenRows(entry.values);
  const there = rows.find((row) => row.url === url);
  if (!chosen || !kind) {
    return there
      ? withRows(
          entry,
          rows.filter((row) => row !== there),
        )
      : entry;
  }
  const row = { url, kind, name: title, ...(recipe && { recipe }) };
  if (JSON.stringify(there) === JSON.stringify(row)) return entry;
  return withRows(entry, there ? rows.map((one) => (one === there ? row : one)) : [...rows, row]);
}

function withRows(entry: Entry, endpoints: SourceValues['endpoints']): Entry {
  return { ...entry, values: { ...entry.values, endpoints } };
}

export function isChosen(entry: Entry, url: string): boolean {
  return entry.values.endpoints.some((row) => row.url === url);
}

/** The addresses to gather, without rows that are still empty. */
export function chosenRows(values: SourceValues): SourceValues['endpoints'] {
  return values.endpoints.filter(({ url }) => url.trim() !== '');
}

/** The source of the register that this one would be a second of; what the page said last counts. */
export function existingOf(entry: Entry): { id: string; name: string; why?: Collected['why'] } | undefined {
  const told = entry.found.existing[0] ?? entry.known;
  return told && { id: told.source_id, name: told.source_name, why: told.why };
}

/** There are feeds that nobody collects yet, or may be: the search is not over. */
export function mayHaveNews({ phase, found }: Entry): boolean {
  return phase !== 'searched' || !found.done || found.candidates.some(({ kind, existing }) => kind && !existing);
}

/** The proposed picture, unless a person took it away. */
export function logoOf(entry: Entry): { image: string; from: string } | undefined {
  const { image, from = '' } = entry.found.fields.logo_url ?? {};
  return image && !entry.withoutLogo ? { image, from } : undefined;
}

/** The page of the site could not be had. */
export function isDead({ found }: Entry): boolean {
  return found.arrival !== undefined && found.arrival.outcome !== 'ok';
}

/** Nobody needs to decide anything: saving it is what everybody would do. How a page is read as a list is a guess. */
export function isReady(entry: Entry): boolean {
  const { phase, found, values, trouble, refusal, twin } = entry;
  const chosen = chosenRows(values);
  return (
    phase === 'searched' &&
    !trouble &&
    refusal === undefined &&
    twin === undefined &&
    existingOf(entry) === undefined &&
    !isDead(entry) &&
    found.done?.partial === false &&
    values.name.trim() !== '' &&
    values.homepage_url.trim() !== '' &&
    chosen.length > 0 &&
    chosen.every(({ kind }) => kind !== 'html_list')
  );
}

/** It takes care of itself: a search is under way, or will be. */
export function isPending(entry: Entry): boolean {
  const { phase, twin, lookedUp } = entry;
  if (phase === 'waiting') return !lookedUp || (twin === undefined && existingOf(entry) === undefined);
  return phase === 'searching' || phase === 'saving';
}

/** There is nothing left to do with it. */
export function isSettled({ phase }: Entry): boolean {
  return phase === 'saved' || phase === 'skipped';
}
