import type { Lookup } from '@/api/gen/types.gen';
import { type Entry, existingSource } from './entry';

export interface QueueState {
  /** Never empty: without pasted addresses there is one manual entry. */
  entries: Entry[];
  /** The position of the entry that is open. */
  open: number;
  /** The user stopped the discoveries ahead of the open entry. */
  stopped: boolean;
}

/** What the runners of lookups and discoveries need of the queue. */
export interface QueueAccess {
  readonly state: QueueState;
  /** Replaces the entry at a position, if there is one. */
  update(position: number, change: (entry: Entry) => Entry): void;
}

/**
 * Returns the entry whose discovery starts next: the open one first, even if its site has a source,
 * then the others in order. Entries after one that is not looked up yet are not started, because
 * they may be duplicates of it.
 */
export function nextToSearch({ entries, open, stopped }: QueueState): Entry | undefined {
  const openEntry = entries[open - 1];
  if (openEntry?.phase.name === 'queued') return openEntry;
  if (stopped) return undefined;
  const firstNew = entries.findIndex(({ phase }) => phase.name === 'new');
  return entries
    .slice(0, firstNew < 0 ? undefined : firstNew)
    .find((entry) => entry.phase.name === 'queued' && existingSource(entry) === undefined);
}

/**
 * Returns the entry with the result of its lookup in the register; `answer` is undefined when the
 * lookup failed.
 */
export function applyLookup(entry: Entry, answer: Lookup | undefined, entries: Entry[]): Entry {
  if (entry.phase.name !== 'new') return entry; // skipped during the lookup
  const next = { ...entry, outlet: answer?.outlet, registered: answer?.existing };
  if (answer?.valid === false) {
    return { ...next, phase: { name: 'failed', reason: answer.detail ?? 'The address is not valid.' } };
  }
  const twin = entries.find(
    ({ position, outlet, phase }) =>
      position < entry.position && outlet && outlet === answer?.outlet && phase.name !== 'skipped',
  );
  return { ...next, phase: twin ? { name: 'duplicate', of: twin.position } : { name: 'queued', failures: 0 } };
}
