import type { Lookup } from '@/api/gen/types.gen';
import { type Entry, existingOf } from './entry';

export interface QueueState {
  entries: Entry[];
  /** The line that is open. */
  at: number;
  /** A person has stopped the searches that are not for what they look at. */
  stopped: boolean;
}

/** What is open comes first, whatever is known of it; then those that nothing speaks against, in their order. */
export function nextToSearch({ entries, at, stopped }: QueueState): Entry | undefined {
  const open = entries[at - 1];
  if (open?.phase === 'waiting' && open.twin === undefined && open.lookedUp) return open;
  if (stopped) return undefined;
  // An outlet can only be recognised as one that was named before when all before it are looked up.
  const unknown = entries.findIndex(({ lookedUp }) => !lookedUp);
  return entries
    .slice(0, unknown < 0 ? undefined : unknown)
    .find((entry) => entry.phase === 'waiting' && entry.twin === undefined && existingOf(entry) === undefined);
}

/** What the register knows of an address, and whether a line before it is of the same outlet. */
export function withAnswer(entry: Entry, answer: Lookup | undefined, entries: Entry[]): Entry {
  const looked = { ...entry, lookedUp: true, outlet: answer?.outlet, known: answer?.existing };
  const wrong = answer?.valid === false && entry.phase === 'waiting';
  if (wrong) return { ...looked, phase: 'searched', trouble: answer.detail };
  const twin = entries.find(
    ({ line, outlet, phase }) => line < entry.line && outlet && outlet === answer?.outlet && phase !== 'skipped',
  );
  return { ...looked, twin: twin?.line };
}
