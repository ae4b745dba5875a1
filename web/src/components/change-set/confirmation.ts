import type { ChangeSet } from '@/api/gen/types.gen';

/** From this number of sources on, archiving them is confirmed by typing the number. */
const ARCHIVE_CONFIRMED_ABOVE = 100;

/**
 * Returns the number to type before a change set is applied, or undefined if it is applied without
 * one. The API requires the number for many deletions; the app also asks for it before many sources
 * are archived. `count` is the number of items to apply.
 */
export function confirmationOf(changeSet: ChangeSet, count = changeSet.counts.pending): number | undefined {
  const { confirmation, operations } = changeSet;
  if (confirmation !== undefined) return confirmation;
  const archives = operations.some(({ field, action }) => field === 'lifecycle' && action === 'archive');
  return archives && count > ARCHIVE_CONFIRMED_ABOVE ? count : undefined;
}

/** Returns the typed number, which may have separators of thousands. */
export function typedNumber(text: string): number {
  return /^[\d\s.,]+$/.test(text) ? Number(text.replace(/\D/g, '')) : NaN;
}
