import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** The minimum time between two refetches because of events. In a large register, many sources change within a minute. */
const MIN_INTERVAL_MS = 5_000;
/** The same for the overview, which counts the whole register. */
const MIN_OVERVIEW_INTERVAL_MS = 30_000;
/** Browser tabs that receive the same event refetch after a random delay up to this time, which spreads the load. */
const SPREAD_MS = 500;

/** Invalidates queries, each key at most once per interval. */
export class Refresher {
  readonly #queryClient: QueryClient;
  readonly #lastAt = new Map<string, number>();
  readonly #timers = new Map<string, number>();

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient;
  }

  refresh(keys: QueryKey[], spreadMs = SPREAD_MS): void {
    for (const queryKey of keys) {
      const id = JSON.stringify(queryKey);
      if (this.#timers.has(id)) continue;
      const interval = queryKey[0] === 'overview' ? MIN_OVERVIEW_INTERVAL_MS : MIN_INTERVAL_MS;
      const wait = (this.#lastAt.get(id) ?? -Infinity) + interval - Date.now();
      const run = () => {
        this.#timers.delete(id);
        this.#lastAt.set(id, Date.now());
        void this.#queryClient.invalidateQueries({ queryKey });
      };
      this.#timers.set(id, window.setTimeout(run, Math.max(wait, 0) + Math.random() * spreadMs));
    }
  }

  stop(): void {
    for (const timer of this.#timers.values()) window.clearTimeout(timer);
    this.#timers.clear();
  }
}
