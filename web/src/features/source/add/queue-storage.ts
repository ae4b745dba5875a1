import { z } from '@/lib/zod';
import { removeCredentials } from '../form/credentials';
import { EMPTY_SOURCE, type SourceValues } from '../form/values';
import { type Entry, hasUnsavedContent, isClosed, newEntry, type Phase } from './entry';
import { MAX_ADDRESSES } from './parse-addresses';
import type { QueueState } from './queue-rules';

const KEY = 'newssources:add-queue';

const proposal = z.object({ value: z.union([z.string(), z.array(z.string())]), from: z.string() });

/** The part of an entry that survives a reload. Discoveries run again. */
const storedEntry = z.object({
  address: z.string(),
  lostCredentials: z.boolean(),
  isManual: z.boolean(),
  isSkipped: z.boolean(),
  saved: z.object({ id: z.string(), name: z.string(), added: z.number().optional() }).optional(),
  proposed: z.partialRecord(z.enum(['name', 'homepage_url', 'country', 'languages']), proposal),
  edits: z.custom<Partial<SourceValues>>(isPartOfSource),
  picks: z.record(z.string(), z.boolean()),
  withoutLogo: z.boolean(),
});

const storedQueue = z.object({
  member: z.string(),
  /** When the queue was stored. */
  at: z.string(),
  open: z.number(),
  stopped: z.boolean(),
  entries: z.array(storedEntry).min(1).max(MAX_ADDRESSES),
});

interface StoredQueue extends QueueState {
  at: string;
}

/**
 * Stores the queue in this tab, for a reload or an expired session. Returns false when there is
 * nothing to store.
 */
export function writeQueue(member: string, { entries, open, stopped }: QueueState): boolean {
  const isList = entries.length > 1;
  if (!entries.some((entry) => (isList ? !isClosed(entry) : hasUnsavedContent(entry)))) return false;
  try {
    const queue = { member, at: new Date().toISOString(), open, stopped, entries: entries.map(toStored) };
    sessionStorage.setItem(KEY, JSON.stringify(queue));
  } catch {
    // Storage is full or blocked: the page works without it.
  }
  return true;
}

export function removeQueue(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so it holds no queue.
  }
}

function toStored(entry: Entry): z.infer<typeof storedEntry> {
  const { address, phase, proposed, edits, picks, withoutLogo } = entry;
  const values = removeCredentials({ ...EMPTY_SOURCE, ...edits });
  return {
    address,
    lostCredentials: entry.lostCredentials === true || entry.credentials !== undefined,
    isManual: phase.name === 'manual',
    isSkipped: phase.name === 'skipped',
    saved: phase.name === 'saved' ? phase.source : undefined,
    proposed,
    edits: Object.fromEntries(Object.keys(edits).map((field) => [field, values[field as keyof SourceValues]])),
    picks,
    withoutLogo,
  };
}

/**
 * Returns the member's stored queue of this tab. Removes a queue of another member or of an older
 * version.
 */
export function readQueue(member: string): StoredQueue | undefined {
  try {
    const { success, data } = storedQueue.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    if (success && data.member === member) {
      const entries = data.entries.map((stored, index) => fromStored(index + 1, stored));
      return { at: data.at, open: data.open, stopped: data.stopped, entries };
    }
    removeQueue();
  } catch {
    // Storage is blocked or holds no JSON.
  }
  return undefined;
}

function fromStored(position: number, stored: z.infer<typeof storedEntry>): Entry {
  const { isManual, isSkipped, saved, ...kept } = stored;
  return { ...newEntry(position, stored), ...kept, phase: restoredPhase() };

  function restoredPhase(): Phase {
    if (saved) return { name: 'saved', source: saved };
    if (isSkipped) return { name: 'skipped' };
    return isManual ? { name: 'manual' } : { name: 'new' };
  }
}

function isPartOfSource(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(([field, one]) => {
    const empty = EMPTY_SOURCE[field as keyof SourceValues];
    return typeof one === typeof empty && Array.isArray(one) === Array.isArray(empty);
  });
}
