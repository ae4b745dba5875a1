import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { nextAttempt } from './query-client';

/**
 * The minimum time between two refetches because of events. In a large register, many sources
 * change within a minute.
 */
const MIN_INTERVAL_MS = 5_000;
/** The same for the overview, which counts the whole register. */
const MIN_OVERVIEW_INTERVAL_MS = 30_000;
/**
 * Browser tabs that receive the same event refetch after a random delay up to this time, which
 * spreads the load.
 */
const SPREAD_MS = 500;

/**
 * A key that is to be invalidated when the timer ends, or was invalidated and must wait for the
 * timer.
 */
interface Entry {
  timer: number;
  isRequested: boolean;
}

/**
 * Invalidates queries, each key at most once per interval. A key is forgotten after its interval.
 */
export class Refresher {
  readonly #queryClient: QueryClient;
  readonly #entries = new Map<string, Entry>();

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient;
  }

  refresh(keys: QueryKey[], spreadMs = SPREAD_MS): void {
    for (const queryKey of keys) {
      const id = JSON.stringify(queryKey);
      const entry = this.#entries.get(id);
      if (entry) entry.isRequested = true;
      else this.#start(id, queryKey, true, Math.random() * spreadMs);
    }
  }

  #start(id: string, queryKey: QueryKey, isRequested: boolean, ms: number): void {
    const timer = window.setTimeout(() => this.#end(id, queryKey), ms);
    this.#entries.set(id, { timer, isRequested });
  }

  #end(id: string, queryKey: QueryKey): void {
    const wasRequested = this.#entries.get(id)?.isRequested;
    this.#entries.delete(id);
    if (!wasRequested) return;
    // A query that the API asked to wait reads the change with its next attempt.
    void this.#queryClient.invalidateQueries({
      queryKey,
      predicate: ({ state }) => !nextAttempt(state.fetchFailureReason, state.fetchStatus === 'fetching'),
    });
    const interval = queryKey[0] === 'overview' ? MIN_OVERVIEW_INTERVAL_MS : MIN_INTERVAL_MS;
    this.#start(id, queryKey, false, interval + Math.random() * SPREAD_MS);
  }

  stop(): void {
    for (const { timer } of this.#entries.values()) window.clearTimeout(timer);
    this.#entries.clear();
  }
}
