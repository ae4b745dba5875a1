import type { DiscoveryEvent, Lookup } from '@/api/gen/types.gen';
import { describeError } from '@/api/describe-error';
import { ApiProblem, ApiUnreachable, isTransient } from '@/api/problem';
import { type ParsedAddress, insertCredentials } from '../form/credentials';
import { MAX_ADDRESSES } from './addresses';
import { NOTHING_YET } from './discovery';
import { absorb, type Entry, newEntry, type Saved } from './entry';
import { nextToSearch, type QueueState, withAnswer } from './queue-order';

/** Searches at a time. The API allows a person four: two are left for what they look at themselves, here or in another tab. */
export const AT_ONCE = 2;
/** Look-ups at a time: they fetch nothing and take milliseconds. */
const LOOK_UPS_AT_ONCE = 4;
/** How long to wait when the service is busy and doesn't say for how long. */
const PAUSE_MS = 5_000;
/** With pauses between them: longer than a rolling restart takes. */
const MAX_TRIES = 5;

/** What the queue asks of the service. */
interface Service {
  search: (address: string, onEvents: (events: DiscoveryEvent[]) => void, signal: AbortSignal) => Promise<void>;
  lookUp: (address: string, signal: AbortSignal) => Promise<Lookup>;
}

/**
 * The addresses that are gone through. Looks each up, merges those of the same outlet, and searches ahead in the
 * background; what is open comes first. Results and edits stay with their address.
 */
export class AddQueue {
  #state: QueueState = { entries: [], at: 1, stopped: false };
  readonly #service: Service;
  readonly #listeners = new Set<() => void>();
  readonly #searches = new Map<number, AbortController>();
  #lookUps = new AbortController();
  #lookingUp = false;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(service: Service, restored?: QueueState) {
    this.#service = service;
    if (restored) this.#state = restored;
  }

  get state(): QueueState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  entry(line: number): Entry | undefined {
    return this.#state.entries[line - 1];
  }

  /** Begins with one address, in place of whatever there was; `values` are what a person typed before. */
  begin(pasted: ParsedAddress, values?: Entry['values'], filled?: Entry['filled']): void {
    this.#abort();
    const entry = newEntry(1, pasted);
    // Alone it is the same outlet as nothing, and the search says what the register has.
    this.#set({
      entries: [{ ...entry, values: values ?? entry.values, filled: filled ?? {}, lookedUp: true }],
      at: 1,
      stopped: false,
    });
    this.run();
  }

  /** Takes over what was typed without a search. */
  adopt(values: Entry['values']): Entry {
    const entry: Entry = {
      ...newEntry(1, { address: values.homepage_url }),
      phase: 'searched',
      lookedUp: true,
      values,
    };
    this.#set({ entries: [entry], at: 1 });
    return entry;
  }

  /** Adds addresses behind those that are there; gives back how many fitted. */
  add(pasted: ParsedAddress[]): number {
    const { entries } = this.#state;
    const there = new Set(entries.map(({ address }) => address));
    const fresh = pasted.filter(({ address }) => !there.has(address)).slice(0, MAX_ADDRESSES - entries.length);
    this.#set({
      entries: [...entries, ...fresh.map((one, n) => newEntry(entries.length + n + 1, one))],
      stopped: false,
    });
    this.run();
    return fresh.length;
  }

  /** Ends everything and forgets it. */
  clear(): void {
    this.#abort();
    this.#set({ entries: [], at: 1, stopped: false });
  }

  readonly open = (line: number): void => {
    this.#set({ at: line });
    this.run();
  };

  update(line: number, change: (entry: Entry) => Entry): void {
    const { entries } = this.#state;
    const before = entries[line - 1];
    if (!before) return;
    const after = change(before);
    if (after !== before) this.#set({ entries: entries.map((entry) => (entry === before ? after : entry)) });
  }

  /** It is in the register now: so is the outlet of the others that turned out to be the same. */
  saved(line: number, saved: Saved): void {
    const known = { source_id: saved.id, source_name: saved.name, why: 'same_outlet' as const };
    this.#end(line); // else what it finds would make it something to look at again
    this.update(line, (entry) => ({ ...entry, phase: 'saved', saved, refusal: undefined, credentials: undefined }));
    for (const { line: other, twin } of this.#state.entries) {
      if (twin === line) this.update(other, (entry) => ({ ...entry, known, twin: undefined }));
    }
    this.run();
  }

  /** It could not be saved; what a person made of it stays. */
  refused(line: number, refusal: unknown): void {
    const body =
      refusal instanceof ApiProblem && refusal.code === 'duplicate_source' ? refusal.body.existing : undefined;
    const known = body && { source_id: body.id, source_name: body.name, why: 'same_outlet' as const };
    this.update(line, (entry) => ({ ...entry, phase: 'searched', refusal, ...(known && { known }) }));
  }

  /** Of the same outlet as another, and wanted all the same. */
  searchTwin(line: number): void {
    this.update(line, (entry) => ({ ...entry, twin: undefined }));
    this.run();
  }

  skip(line: number): void {
    this.#end(line);
    this.update(line, (entry) => ({ ...entry, phase: 'skipped' }));
    this.run();
  }

  searchAgain(line: number): void {
    this.#end(line);
    this.update(line, (entry) => ({
      ...entry,
      phase: 'waiting',
      lookedUp: true,
      found: NOTHING_YET,
      tries: 0,
      trouble: undefined,
      refusal: undefined,
    }));
    this.run();
  }

  /** Ends the search of one address; what it has found stays. */
  stopOne(line: number): void {
    this.#end(line);
    this.update(line, (entry) =>
      entry.phase === 'searching' ? { ...entry, phase: 'searched', trouble: STOPPED } : entry,
    );
    this.run();
  }

  /** Ends the searches ahead, but not the one that is looked at. */
  stop(): void {
    this.#set({ stopped: true });
    for (const line of this.#searches.keys()) {
      if (line === this.#state.at) continue;
      this.#end(line);
      this.update(line, (entry) => ({ ...entry, phase: 'waiting', found: NOTHING_YET }));
    }
  }

  goOn(): void {
    this.#set({ stopped: false });
    this.run();
  }

  /** Does what is to be done next, as far as it may. */
  run(): void {
    void this.#lookUpAll();
    if (this.#pause !== undefined) return;
    while (this.#searches.size < AT_ONCE) {
      const next = nextToSearch(this.#state);
      if (!next) return;
      void this.#search(next);
    }
  }

  /** The page is gone. What was being searched waits, should it come back. */
  pause(): void {
    const lines = [...this.#searches.keys()];
    this.#abort();
    for (const line of lines) this.update(line, (entry) => ({ ...entry, phase: 'waiting' }));
  }

  async #search({ line, address, credentials }: Entry): Promise<void> {
    const mine = new AbortController();
    this.#searches.set(line, mine);
    this.update(line, (entry) => ({ ...entry, phase: 'searching', found: NOTHING_YET, trouble: undefined }));
    const onEvents = (events: DiscoveryEvent[]) => {
      if (!mine.signal.aborted) this.update(line, (entry) => events.reduce(absorb, entry));
    };
    try {
      await this.#service.search(insertCredentials({ address, credentials }), onEvents, mine.signal);
      if (mine.signal.aborted) return;
      const found = this.entry(line)?.found;
      if (found === NOTHING_YET) throw new ApiUnreachable('network'); // broke off before it had begun: as if it never had
      this.update(line, (entry) => ({ ...entry, phase: 'searched', trouble: found?.done ? undefined : BROKEN_OFF }));
    } catch (error) {
      if (mine.signal.aborted) return;
      this.#failed(line, error);
    } finally {
      if (this.#searches.get(line) === mine) this.#searches.delete(line);
      if (!mine.signal.aborted) this.run();
    }
  }

  /** Busy or away for a moment: everybody waits, and this one is tried again. Anything else is said. */
  #failed(line: number, error: unknown): void {
    const tries = (this.entry(line)?.tries ?? 0) + 1;
    // Being told to wait is no failure, however often.
    const busy = error instanceof ApiProblem && error.status === 429;
    if (busy || (isTransient(error) && tries < MAX_TRIES)) {
      this.update(line, (entry) => ({ ...entry, phase: 'waiting', tries: busy ? entry.tries : tries }));
      this.#waitFor(error instanceof ApiProblem ? error.retryAfterSeconds : undefined);
      return;
    }
    const { heading, text } = describeError(error);
    this.update(line, (entry) => ({ ...entry, phase: 'searched', tries, trouble: text || heading }));
  }

  #waitFor(seconds: number | undefined): void {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(
      () => {
        this.#pause = undefined;
        this.run();
      },
      seconds === undefined ? PAUSE_MS : seconds * 1000,
    );
  }

  async #lookUpAll(): Promise<void> {
    if (this.#lookingUp) return;
    this.#lookingUp = true;
    const { signal } = this.#lookUps;
    for (;;) {
      const batch = this.#state.entries.filter(({ lookedUp }) => !lookedUp).slice(0, LOOK_UPS_AT_ONCE);
      if (batch.length === 0) break;
      const answers = await Promise.all(batch.map(({ address }) => this.#lookUp(address, signal)));
      if (signal.aborted) return;
      batch.forEach(({ line }, n) => this.update(line, (entry) => withAnswer(entry, answers[n], this.#state.entries)));
      this.run();
    }
    this.#lookingUp = false;
  }

  /** Undefined when the register could not be asked: then the search will say what it has. */
  async #lookUp(address: string, signal: AbortSignal): Promise<Lookup | undefined> {
    try {
      return await this.#service.lookUp(address, signal);
    } catch {
      return undefined;
    }
  }

  /** Its place is free at once: a search that is aborted doesn't say so in the same moment. */
  #end(line: number): void {
    this.#searches.get(line)?.abort();
    this.#searches.delete(line);
  }

  #abort(): void {
    this.#lookUps.abort();
    this.#lookUps = new AbortController();
    this.#lookingUp = false;
    clearTimeout(this.#pause);
    this.#pause = undefined;
    for (const running of this.#searches.values()) running.abort();
    this.#searches.clear();
  }

  #set(change: Partial<QueueState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** A person's own doing, so nothing to be alarmed by. */
export const STOPPED = 'The search was stopped. What it had found until then is shown.';
const BROKEN_OFF = 'The connection broke off before the search was done. What it had found until then is shown.';
