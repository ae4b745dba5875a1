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

/**
 * Returns the entry whose discovery starts next: the open one first, even if the register has its outlet, then the
 * others in order. Entries behind one that the register was not asked about wait, because they may be its duplicates.
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

/** Returns the entry with the register's answer about its address; undefined when the register did not answer. */
export function applyLookup(entry: Entry, answer: Lookup | undefined, entries: Entry[]): Entry {
  if (entry.phase.name !== 'new') return entry; // skipped meanwhile
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
