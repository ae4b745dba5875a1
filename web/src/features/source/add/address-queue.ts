import type { ExistingSource } from '@/api/gen/types.gen';
import type { ParsedAddress } from '@/lib/credentials';
import { EMPTY_DISCOVERY } from './discovery';
import { type Discover, DiscoveryRunner } from './discovery-runner';
import {
  type Entry,
  hasUnsavedContent,
  type HomepageAnswer,
  manualEntry,
  newEntry,
  type SavedSource,
  valuesOf,
  withTypedHomepage,
} from './entry';
import { type LookUp, LookupRunner } from './lookup-runner';
import { obstacleOf } from './obstacle';
import { MAX_ADDRESSES } from './parse-addresses';
import type { QueueAccess, QueueState } from './queue-rules';

/** The calls of the API that the queue makes. */
interface Service {
  discover: Discover;
  lookUp: LookUp;
}

/**
 * The addresses of the Add page. The queue looks up each address in the register, marks duplicates
 * within the list and runs discoveries in the background, that of the open entry first. Subscribers
 * are called after each change.
 */
export class AddressQueue implements QueueAccess {
  #state: QueueState = { entries: [manualEntry()], open: 1, stopped: false };
  readonly #listeners = new Set<() => void>();
  readonly #discoveries: DiscoveryRunner;
  readonly #lookups: LookupRunner;

  constructor(service: Service, restored?: QueueState) {
    this.#discoveries = new DiscoveryRunner(service.discover, this);
    this.#lookups = new LookupRunner(service.lookUp, this, () => this.#discoveries.start());
    if (restored) this.#state = restored;
  }

  get state(): QueueState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  entry(position: number): Entry | undefined {
    return this.#state.entries[position - 1];
  }

  /** Replaces all entries with the given ones, and starts their discoveries. */
  restore(state: QueueState): void {
    this.#abortAll();
    this.#setState(state);
    this.start();
  }

  /**
   * Replaces a single entry with a pasted address; the user's changes are kept. The discovery
   * includes the lookup.
   */
  replace(pasted: ParsedAddress): void {
    const edits = { ...this.entry(1)?.edits };
    if (edits.endpoints) edits.endpoints = edits.endpoints.filter(({ url }) => url.trim() !== '');
    const entry: Entry = { ...newEntry(1, pasted), edits, phase: { name: 'queued', failures: 0 } };
    this.restore({ entries: [entry], open: 1, stopped: false });
  }

  /** Appends addresses that the list does not have yet, and returns how many were appended. */
  append(pasted: ParsedAddress[]): number {
    const entries = this.#entriesToKeep();
    const known = new Set(entries.map(({ address }) => address));
    const added = pasted.filter(({ address }) => !known.has(address)).slice(0, MAX_ADDRESSES - entries.length);
    const newEntries = added.map((one, index) => newEntry(entries.length + index + 1, one));
    if (entries.length === 0) this.#abortAll();
    this.#setState({ entries: [...entries, ...newEntries], stopped: false });
    this.start();
    return added.length;
  }

  /** Returns the entries of a list; a single entry only when it has content and an address. */
  #entriesToKeep(): Entry[] {
    const { entries } = this.#state;
    const [first] = entries;
    if (!first || entries.length > 1) return entries;
    const address = first.address || valuesOf(first).homepage_url;
    return hasUnsavedContent(first) && address !== '' ? [{ ...first, address }] : [];
  }

  /** Stops everything and removes all entries. */
  clear(): void {
    this.#abortAll();
    this.#setState({ entries: [manualEntry()], open: 1, stopped: false });
  }

  readonly open = (position: number): void => {
    this.#setState({ open: position });
    this.start();
  };

  update(position: number, change: (entry: Entry) => Entry): void {
    const { entries } = this.#state;
    const before = entries[position - 1];
    if (!before) return;
    const after = change(before);
    if (after !== before) this.#setState({ entries: entries.map((entry) => (entry === before ? after : entry)) });
  }

  /** Stores the values that the user changed in the form of an entry. */
  setEdits(id: number, edits: Entry['edits']): void {
    const entry = this.#state.entries.find((other) => other.id === id);
    if (!entry || isSameEdits(entry.edits, edits)) return;
    this.update(entry.position, (before) => ({ ...before, edits, refusal: undefined }));
  }

  /** Stores the result of the lookup of the homepage that the user entered. */
  setHomepageAnswer(id: number, homepageAnswer: HomepageAnswer): void {
    const entry = this.#state.entries.find((other) => other.id === id);
    if (!entry) return;
    const known = entry.homepageAnswer;
    // The answer of a lookup that started before a refused save can arrive after it.
    if (known?.existing && !homepageAnswer.existing && known.homepage === homepageAnswer.homepage) return;
    this.update(entry.position, (before) => ({ ...before, homepageAnswer }));
  }

  /** Marks an entry as saved. Its duplicates get the saved source as their existing source. */
  markSaved(position: number, source: SavedSource): void {
    const registered = { source_id: source.id, source_name: source.name, why: 'same_source' as const };
    this.#discoveries.abort(position); // a result would reopen the entry
    this.update(position, (entry) => ({
      ...entry,
      phase: { name: 'saved', source },
      refusal: undefined,
      credentials: undefined,
    }));
    if (source.isProposed) return;
    for (const { position: other, phase } of this.#state.entries) {
      if (phase.name !== 'duplicate' || phase.of !== position) continue;
      this.update(other, (entry) => ({ ...entry, registered, phase: { name: 'queued', failures: 0 } }));
    }
    this.start();
  }

  /** Records why saving was refused; the user's changes are kept. */
  markRefused(position: number, refusal: string, registered?: ExistingSource): void {
    this.update(position, (entry) => ({
      ...entry,
      refusal,
      // Only for the refused homepage: another one may be free.
      ...(registered && {
        homepageAnswer: { homepage: valuesOf(entry).homepage_url.trim(), existing: registered },
      }),
      phase: entry.phase.name === 'saving' ? { name: 'found' } : entry.phase,
    }));
  }

  skip(position: number): void {
    this.#discoveries.abort(position);
    this.update(position, (entry) => ({ ...entry, phase: { name: 'skipped' } }));
    this.start();
  }

  /** Queues an entry for a new discovery; also a duplicate or skipped entry. */
  readonly search = (position: number): void => {
    this.#discoveries.abort(position);
    this.update(position, (entry) => ({
      ...entry,
      phase: { name: 'queued', failures: 0 },
      discovery: EMPTY_DISCOVERY,
      refusal: undefined,
    }));
    this.start();
  };

  /** Searches all entries again whose discovery failed for a reason that may have ended. */
  readonly searchTransientAgain = (): void => {
    for (const entry of this.#state.entries) if (obstacleOf(entry)?.isTransient) this.search(entry.position);
  };

  /** Stops the discovery of one entry; its results are kept. */
  stopOne(position: number): void {
    this.#discoveries.abort(position);
    this.update(position, (entry) =>
      entry.phase.name === 'searching' ? withTypedHomepage({ ...entry, phase: { name: 'failed', ...STOPPED } }) : entry,
    );
    this.start();
  }

  /** Stops all discoveries except that of the open entry. */
  stop(): void {
    this.#setState({ stopped: true });
    for (const position of this.#discoveries.positions) {
      if (position === this.#state.open) continue;
      this.#discoveries.abort(position);
      this.#requeue(position);
    }
  }

  resume(): void {
    this.#setState({ stopped: false });
    this.start();
  }

  /** Starts lookups and queued discoveries until the concurrency limits are reached. */
  start(): void {
    void this.#lookups.start();
    this.#discoveries.start();
  }

  /** Aborts all calls. Running discoveries are queued again, for the next start. */
  suspend(): void {
    const running = this.#discoveries.positions;
    this.#abortAll();
    for (const position of running) this.#requeue(position);
  }

  #requeue(position: number): void {
    this.update(position, (entry) => ({
      ...entry,
      phase: { name: 'queued', failures: 0 },
      discovery: EMPTY_DISCOVERY,
    }));
  }

  #abortAll(): void {
    this.#lookups.abort();
    this.#discoveries.abortAll();
  }

  #setState(change: Partial<QueueState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function isSameEdits(a: Entry['edits'], b: Entry['edits']): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

const STOPPED = { reason: 'You stopped the search. The results so far are shown.', stoppedByUser: true };
