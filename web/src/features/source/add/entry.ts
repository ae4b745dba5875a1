import type { Candidate, ExistingSource, Credentials, DiscoveryEvent } from '@/api/gen/types.gen';
import type { ParsedAddress } from '@/lib/credentials';
import { EMPTY_SOURCE, type SourceValues } from '../form/values';
import { addEvent, type Discovery, EMPTY_DISCOVERY } from './discovery';

/** Form fields that a discovery can propose a value for. */
type ProposableField = 'name' | 'homepage_url' | 'country' | 'languages';

/** A value that a discovery proposes, and where it was found. */
export interface Proposal {
  value: string | string[];
  from: string;
}

/** The source that an entry was saved as or added to. */
export interface SavedSource {
  /** The id of the source, or that of the proposal. */
  id: string;
  name: string;
  /** A contributor proposed the source or the endpoints. */
  isProposed?: boolean;
  /** The number of endpoints that were added to an existing source. */
  added?: number;
}

/** Whether a source with this homepage exists. */
export interface HomepageAnswer {
  homepage: string;
  existing?: ExistingSource;
}

/** The stage of an entry between being pasted and being saved. */
export type Phase =
  /** Filled in by hand, without a discovery. */
  | { name: 'manual' }
  /** The address has not been looked up in the register yet. */
  | { name: 'new' }
  /** An earlier entry has the same site; the discovery runs only when the user starts it. */
  | { name: 'duplicate'; of: number }
  /** Queued for the discovery. `failures` counts attempts that the service could not run. */
  | { name: 'queued'; failures: number }
  | { name: 'searching'; failures: number }
  | { name: 'found' }
  /** The discovery did not run or did not finish. */
  | { name: 'failed'; reason: string; stoppedByUser?: boolean; isTransient?: boolean }
  | { name: 'saving' }
  | { name: 'saved'; source: SavedSource }
  | { name: 'skipped' };

/** One address of the list: what the discovery found, and what the user changed. */
export interface Entry {
  /** Identifies the entry on this page, even if another entry gets its position. */
  id: number;
  /** The position in the list, from 1. */
  position: number;
  address: string;
  /** Kept in memory only, never in the browser's storage. */
  credentials?: Credentials;
  /** The credentials were lost in a reload. */
  lostCredentials?: boolean;
  phase: Phase;
  /** The register's key for the site of this address: equal keys mean the same site. */
  outlet?: string;
  /** The source that the register reported for this address, before or without a discovery. */
  registered?: ExistingSource;
  /** The result for the homepage in the form, from a lookup or a refused save. */
  homepageAnswer?: HomepageAnswer;
  discovery: Discovery;
  /** Proposed values, kept during a second discovery, so that the form does not flicker. */
  proposed: Partial<Record<ProposableField, Proposal>>;
  /** The form values that the user changed. */
  edits: Partial<SourceValues>;
  /** The candidates that the user selected (true) or deselected (false), by URL. */
  picks: Record<string, boolean>;
  withoutLogo: boolean;
  /** Why the last attempt to save was refused. */
  refusal?: string;
}

let lastId = 0;

export function newEntry(position: number, { address, credentials }: ParsedAddress): Entry {
  lastId++;
  return {
    id: lastId,
    position,
    address,
    credentials,
    phase: { name: 'new' },
    discovery: EMPTY_DISCOVERY,
    proposed: {},
    edits: {},
    picks: {},
    withoutLogo: false,
  };
}

/** Returns an empty entry to be filled in by hand. */
export function manualEntry(): Entry {
  return { ...newEntry(1, { address: '' }), phase: { name: 'manual' } };
}

/** Returns the entry with an event of its discovery applied. */
export function applyEvent(entry: Entry, event: DiscoveryEvent): Entry {
  const next = { ...entry, discovery: addEvent(entry.discovery, event) };
  if (!event.field || event.field.name === 'logo_url') return next;
  const { name, value, from } = event.field;
  const proposal = name === 'language' ? { languages: { value: [value], from } } : { [name]: { value, from } };
  return { ...next, proposed: { ...next.proposed, ...proposal } };
}

/** Returns the form values without the user's changes. */
export function proposedValues({ phase, proposed }: Pick<Entry, 'phase' | 'proposed'>): SourceValues {
  const values = Object.entries(proposed).map(([field, { value }]) => [field, value] as const);
  // A form without a discovery starts with an empty row for the first endpoint.
  const endpoints = phase.name === 'manual' ? EMPTY_SOURCE.endpoints : [];
  return { ...EMPTY_SOURCE, endpoints, ...Object.fromEntries(values) };
}

/** Returns the form values of an entry, whether or not its form is open. */
export function valuesOf(entry: Entry): SourceValues {
  return { ...proposedValues(entry), ...entry.edits };
}

/**
 * Returns where the value of each proposed field was found, except for fields that the user
 * changed.
 */
export function originsOf({ proposed, edits }: Entry): Partial<Record<ProposableField, string>> {
  const unchanged = Object.entries(proposed).filter(([field]) => !(field in edits));
  return Object.fromEntries(unchanged.map(([field, { from }]) => [field, from]));
}

/** Returns the entry with the user's decision about some candidates. */
export function pickCandidates(entry: Entry, urls: string[], selected: boolean): Entry {
  const picks = Object.fromEntries(urls.map((url) => [url, selected]));
  return { ...entry, picks: { ...entry.picks, ...picks } };
}

/**
 * Reports whether a candidate is selected: by the user or, unless the user decided, by the service.
 */
export function isSelected({ picks }: Pick<Entry, 'picks'>, { url, kind, existing, preselected }: Candidate): boolean {
  return kind !== undefined && !existing && (picks[url] ?? preselected);
}

type EndpointRow = SourceValues['endpoints'][number];

/** Returns the selected candidates as endpoints, the best first. */
export function selectedRows(entry: Entry): EndpointRow[] {
  return entry.discovery.candidates.flatMap((candidate) => {
    const { url, kind, title = '', recipe } = candidate;
    return kind && isSelected(entry, candidate) ? [{ url, kind, name: title, ...(recipe && { recipe }) }] : [];
  });
}

/**
 * Returns the endpoints to save: the selected candidates, then the rows that the user filled in.
 */
export function endpointRowsOf(entry: Entry): EndpointRow[] {
  return [...selectedRows(entry), ...valuesOf(entry).endpoints.filter(({ url }) => url.trim() !== '')];
}

/**
 * Returns the existing source of this site. A lookup of the homepage in the form takes precedence,
 * so that a corrected homepage is not reported as a duplicate; then the discovery, then the lookup
 * of the address.
 */
export function existingSource(entry: Entry): ExistingSource | undefined {
  const { discovery, registered, homepageAnswer } = entry;
  if (homepageAnswer && homepageAnswer.homepage === valuesOf(entry).homepage_url.trim()) return homepageAnswer.existing;
  return discovery.existing[0] ?? registered;
}

/**
 * Reports whether there are candidates that no source has yet, or the discovery may still find
 * some.
 */
export function mayHaveNewFeeds({ phase, discovery: { done, candidates } }: Entry): boolean {
  const isFinished = phase.name !== 'queued' && phase.name !== 'searching' && done !== undefined;
  return !isFinished || candidates.some(({ kind, existing }) => kind && !existing);
}

/** Returns the proposed logo, unless the user removed it. */
export function proposedLogo(entry: Entry): { image: string; from: string } | undefined {
  const { image, from = '' } = entry.discovery.fields.logo_url ?? {};
  return image && !entry.withoutLogo ? { image, from } : undefined;
}

/** Reports whether the given address could not be fetched. */
export function isUnreachable({ discovery: { arrival } }: Entry): boolean {
  return arrival !== undefined && arrival.outcome !== 'ok';
}

/**
 * Reports whether an entry can be saved without a review. A page list always needs one: its recipe
 * is a guess.
 */
export function isReady(entry: Entry): boolean {
  const { phase, discovery, refusal } = entry;
  const values = valuesOf(entry);
  const endpoints = endpointRowsOf(entry);
  return (
    phase.name === 'found' &&
    refusal === undefined &&
    existingSource(entry) === undefined &&
    !isUnreachable(entry) &&
    discovery.done?.partial === false &&
    values.name.trim() !== '' &&
    values.homepage_url.trim() !== '' &&
    endpoints.length > 0 &&
    endpoints.every(({ kind }) => kind !== 'html_list')
  );
}

/** Reports whether an entry is being processed or queued, without an action of the user. */
export function isInProgress(entry: Entry): boolean {
  const { name } = entry.phase;
  if (name === 'queued') return existingSource(entry) === undefined;
  return name === 'new' || name === 'searching' || name === 'saving';
}

/** Reports whether an entry is saved or skipped. */
export function isClosed({ phase }: Entry): boolean {
  return phase.name === 'saved' || phase.name === 'skipped';
}

/**
 * Reports whether the user changed something that is not saved. A choice that equals the
 * preselection is no change.
 */
export function hasUnsavedChanges(entry: Entry): boolean {
  const { edits, picks, withoutLogo, discovery } = entry;
  const preselection = new Map(discovery.candidates.map(({ url, preselected }) => [url, preselected]));
  const isOtherChoice = Object.entries(picks).some(([url, selected]) => preselection.get(url) !== selected);
  return !isClosed(entry) && (Object.keys(edits).length > 0 || isOtherChoice || withoutLogo);
}

/**
 * Returns the entry with the site's address as the proposed homepage, when the site was not read
 * completely.
 */
export function withTypedHomepage(entry: Entry): Entry {
  const { address, phase, proposed, discovery } = entry;
  const isRead = phase.name !== 'failed' && discovery.arrival?.outcome === 'ok';
  if (proposed.homepage_url || isRead) return entry;
  const url = /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return entry;
  const value = `${new URL(url).origin}/`;
  return { ...entry, proposed: { ...proposed, homepage_url: { value, from: 'the address' } } };
}

/** Reports whether an entry has content: changes of the user or results of a discovery. */
export function hasUnsavedContent(entry: Entry): boolean {
  const { edits, proposed, discovery } = entry;
  const isEmpty = [edits, proposed].every((values) => Object.keys(values).length === 0);
  return !isClosed(entry) && (!isEmpty || discovery.candidates.some(({ kind }) => kind));
}
