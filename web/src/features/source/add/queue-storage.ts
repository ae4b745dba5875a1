import { z } from 'zod';
import { removeCredentials } from '../form/credentials';
import { isSourceValues } from '../form/draft';
import type { SourceValues } from '../form/values';
import { MAX_ADDRESSES } from './addresses';
import { type Entry, isSettled, newEntry } from './entry';
import type { QueueState } from './queue-order';

const KEY = 'newssources:add-queue';

const proposed = z.object({ value: z.union([z.string(), z.array(z.string())]), from: z.string() });

/** What survives a reload: addresses, what a person made of them, and what became of them. What was found is found again. */
const keptEntry = z.object({
  address: z.string(),
  forgot: z.boolean(),
  values: z.custom<SourceValues>(isSourceValues),
  filled: z.partialRecord(z.enum(['name', 'homepage_url', 'country', 'languages']), proposed),
  picks: z.record(z.string(), z.boolean()),
  withoutLogo: z.boolean(),
  skipped: z.boolean(),
  saved: z.object({ id: z.string(), name: z.string(), added: z.number().optional() }).optional(),
});

const keptQueue = z.object({
  member: z.string(),
  at: z.number(),
  stopped: z.boolean(),
  entries: z.array(keptEntry).max(MAX_ADDRESSES),
});

/** Keeps a queue for a reload or an expired session, in this tab only; one that is done with, or alone, is not kept. */
export function writeQueue(member: string, { entries, at, stopped }: QueueState): void {
  try {
    if (entries.length < 2 || entries.every(isSettled)) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ member, at, stopped, entries: entries.map(kept) }));
  } catch {
    // full or blocked: the page still works, it only isn't kept
  }
}

function kept(entry: Entry): z.infer<typeof keptEntry> {
  const { address, filled, picks, withoutLogo, saved } = entry;
  return {
    address,
    forgot: entry.forgot === true || entry.credentials !== undefined,
    values: removeCredentials(entry.values),
    filled,
    picks,
    withoutLogo,
    skipped: entry.phase === 'skipped',
    saved,
  };
}

export function readQueue(member: string): QueueState | undefined {
  try {
    const { success, data } = keptQueue.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    if (success && data.member === member) {
      return { at: data.at, stopped: data.stopped, entries: data.entries.map((one, n) => restored(n + 1, one)) };
    }
    sessionStorage.removeItem(KEY); // of somebody else, or of another version of this page
  } catch {
    // storage is blocked, or holds no JSON: as if there were none
  }
  return undefined;
}

function restored(line: number, { skipped, ...entry }: z.infer<typeof keptEntry>): Entry {
  const phase = entry.saved ? 'saved' : skipped ? 'skipped' : 'waiting';
  return { ...newEntry(line, entry), ...entry, phase } as Entry;
}
