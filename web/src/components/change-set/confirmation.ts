import type { ChangeSet } from '@/api/gen/types.gen';

/** From this number of sources on, archiving them is confirmed by typing the number. */
const ARCHIVE_CONFIRMED_ABOVE = 100;

/**
 * Returns the number that must be typed before a change set is applied: as the API requires for
 * deletions, and also for archiving many sources. Returns undefined if none is required.
 */
export function confirmationOf({ confirmation, operations, counts }: ChangeSet): number | undefined {
  if (confirmation !== undefined) return confirmation;
  const archives = operations.some(({ field, action }) => field === 'lifecycle' && action === 'archive');
  return archives && counts.pending > ARCHIVE_CONFIRMED_ABOVE ? counts.pending : undefined;
}

/** Returns the typed number, which may have separators of thousands. */
export function typedNumber(text: string): number {
  return /^[\d\s.,]+$/.test(text) ? Number(text.replace(/\D/g, '')) : NaN;
}
