import type { Lookup } from '@/api/gen/types.gen';
import { applyLookup, type QueueAccess } from './queue-rules';

/** Concurrent lookups in the register: they fetch nothing and take milliseconds. */
const MAX_LOOKUPS = 4;

export type LookUp = (address: string, signal: AbortSignal) => Promise<Lookup>;

/** Looks new entries up in the register, in the order of the list. */
export class LookupRunner {
  readonly #lookUp: LookUp;
  readonly #queue: QueueAccess;
  readonly #onAnswers: () => void;
  #controller = new AbortController();
  #isRunning = false;

  /** `onAnswers` is called after each batch, whose entries may start their discoveries. */
  constructor(lookUp: LookUp, queue: QueueAccess, onAnswers: () => void) {
    this.#lookUp = lookUp;
    this.#queue = queue;
    this.#onAnswers = onAnswers;
  }

  async start(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    const { signal } = this.#controller;
    for (;;) {
      const batch = this.#queue.state.entries.filter(({ phase }) => phase.name === 'new').slice(0, MAX_LOOKUPS);
      if (batch.length === 0) break;
      const answers = await Promise.all(batch.map(({ address }) => this.#answer(address, signal)));
      if (signal.aborted) return;
      batch.forEach(({ position }, index) =>
        this.#queue.update(position, (entry) => applyLookup(entry, answers[index], this.#queue.state.entries)),
      );
      this.#onAnswers();
    }
    this.#isRunning = false;
  }

  abort(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#isRunning = false;
  }

  /** Returns undefined when the lookup fails: the discovery reports existing sources later. */
  async #answer(address: string, signal: AbortSignal): Promise<Lookup | undefined> {
    try {
      return await this.#lookUp(address, signal);
    } catch {
      return undefined;
    }
  }
}
