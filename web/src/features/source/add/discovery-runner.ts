import { describeError } from '@/api/describe-error';
import type { DiscoveryEvent } from '@/api/gen/types.gen';
import { ApiProblem, ApiUnreachable, isTransient } from '@/api/problem';
import { insertCredentials } from '@/lib/credentials';
import { EMPTY_DISCOVERY } from './discovery';
import { applyEvent, type Entry, withTypedHomepage } from './entry';
import { nextToSearch, type QueueAccess } from './queue-rules';

/** Concurrent discoveries. The API allows four per person; two stay free for another tab. */
export const MAX_DISCOVERIES = 2;
/** The pause after a response without Retry-After. */
const DEFAULT_PAUSE_MS = 5_000;
/**
 * Attempts per discovery while the service is unavailable. With the pauses, they take longer than a
 * rolling restart.
 */
const MAX_ATTEMPTS = 5;

export type Discover = (
  address: string,
  onEvents: (events: DiscoveryEvent[]) => void,
  signal: AbortSignal,
) => Promise<void>;

/** Runs the discoveries of queued entries, and pauses while the service is busy or unavailable. */
export class DiscoveryRunner {
  readonly #discover: Discover;
  readonly #queue: QueueAccess;
  readonly #running = new Map<number, AbortController>();
  #pauseTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(discover: Discover, queue: QueueAccess) {
    this.#discover = discover;
    this.#queue = queue;
  }

  /** The positions of the entries whose discovery runs. */
  get positions(): number[] {
    return [...this.#running.keys()];
  }

  /** Starts queued discoveries until the concurrency limit is reached. */
  start(): void {
    if (this.#pauseTimer !== undefined) return;
    while (this.#running.size < MAX_DISCOVERIES) {
      const next = nextToSearch(this.#queue.state);
      if (!next) return;
      void this.#run(next);
    }
  }

  /** Aborts a discovery and frees its slot at once, because the aborted call settles later. */
  abort(position: number): void {
    this.#running.get(position)?.abort();
    this.#running.delete(position);
  }

  /** Aborts all discoveries and ends a pause. */
  abortAll(): void {
    clearTimeout(this.#pauseTimer);
    this.#pauseTimer = undefined;
    for (const position of this.positions) this.abort(position);
  }

  async #run({ position, address, credentials, phase }: Entry): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    const failures = phase.name === 'queued' ? phase.failures : 0;
    this.#running.set(position, controller);
    this.#queue.update(position, (entry) => ({
      ...entry,
      phase: { name: 'searching', failures },
      discovery: EMPTY_DISCOVERY,
    }));
    const onEvents = (events: DiscoveryEvent[]) => {
      if (!signal.aborted) this.#queue.update(position, (entry) => events.reduce(applyEvent, entry));
    };
    try {
      await this.#discover(insertCredentials({ address, credentials }), onEvents, signal);
      if (signal.aborted) return;
      const discovery = this.#queue.state.entries[position - 1]?.discovery;
      if (discovery === EMPTY_DISCOVERY) throw new ApiUnreachable('network'); // no event arrived: retry
      this.#queue.update(position, (entry) =>
        withTypedHomepage({
          ...entry,
          phase: discovery?.done ? { name: 'found' } : { name: 'failed', reason: CONNECTION_LOST, isTransient: true },
        }),
      );
    } catch (error) {
      if (!signal.aborted) this.#handleFailure(position, failures, error);
    } finally {
      if (this.#running.get(position) === controller) this.#running.delete(position);
      if (!signal.aborted) this.start();
    }
  }

  /**
   * When the service is busy or unavailable, pauses the queue and queues the entry again; otherwise
   * reports the error.
   */
  #handleFailure(position: number, failures: number, error: unknown): void {
    const isBusy = error instanceof ApiProblem && error.status === 429; // not counted as a failure
    if (isBusy || (isTransient(error) && failures + 1 < MAX_ATTEMPTS)) {
      this.#queue.update(position, (entry) => ({
        ...entry,
        phase: { name: 'queued', failures: isBusy ? failures : failures + 1 },
      }));
      this.#pauseFor(error instanceof ApiProblem ? error.retryAfterSeconds : undefined);
      return;
    }
    const { heading, text } = describeError(error);
    this.#queue.update(position, (entry) =>
      withTypedHomepage({
        ...entry,
        phase: { name: 'failed', reason: text || heading, isTransient: isTransient(error) },
      }),
    );
  }

  #pauseFor(seconds: number | undefined): void {
    clearTimeout(this.#pauseTimer);
    this.#pauseTimer = setTimeout(
      () => {
        this.#pauseTimer = undefined;
        this.start();
      },
      seconds === undefined ? DEFAULT_PAUSE_MS : seconds * 1000,
    );
  }
}

const CONNECTION_LOST = 'The connection was lost before the search finished. The results so far are shown.';
