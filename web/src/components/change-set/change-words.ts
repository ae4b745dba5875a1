import type { ChangeReason, ChangeSet } from '@/api/gen/types.gen';
import { nounOf } from '@/entities/change-set/labels';
import { formatCount, formatNumber } from '@/lib/format-count';

/** Returns a number of items of a change set with their noun. */
export function countItems(changeSet: ChangeSet, count: number): string {
  return formatCount(count, ...nounOf(changeSet));
}

/** Returns what a preview found besides the items that are changed, one sentence per group. */
export function restOfPreview({ counts: { unchanged, conflict, refused } }: ChangeSet): string[] {
  const have = (count: number, rest: string) => `${formatNumber(count)} ${count === 1 ? 'has' : 'have'} ${rest}`;
  return [
    unchanged > 0 && have(unchanged, 'the new values already.'),
    conflict > 0 && `${formatNumber(conflict)} ${conflict === 1 ? 'was' : 'were'} changed since and will be kept.`,
    refused > 0 && `${formatNumber(refused)} cannot be changed.`,
  ].filter((text) => text !== false);
}

/** Returns what the change causes besides the changed values, one sentence per effect. */
export function describeEffects({ effects }: ChangeSet): string[] {
  const { endpoints_stopped: stopped = 0, endpoints_checked: checked = 0, alerts_ended: alerts = 0 } = effects ?? {};
  return [
    stopped > 0 && `${formatCount(stopped, 'endpoint is', 'endpoints are')} no longer checked.`,
    checked > 0 && `${formatCount(checked, 'endpoint is', 'endpoints are')} checked at once.`,
    alerts > 0 && `${formatCount(alerts, 'open alert ends', 'open alerts end')}.`,
  ].filter((text) => text !== false);
}

/** Returns the result of a change set that has ended: "Changed 12,390 sources, skipped 41." */
export function resultText(changeSet: ChangeSet): string {
  const { changed, unchanged, conflict, refused, pending } = changeSet.counts;
  const skipped = conflict + refused;
  const parts = [
    changed > 0 ? `Changed ${countItems(changeSet, changed)}` : 'Nothing was changed',
    unchanged > 0 && `${formatNumber(unchanged)} had the new values already`,
    skipped > 0 && `skipped ${formatNumber(skipped)}`,
    pending > 0 && `left ${formatNumber(pending)} unchanged`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

/** Returns a reason with the number of its items: "41: the name would be empty". */
export function reasonText({ count, reason }: ChangeReason): string {
  return `${formatNumber(count)}: ${reason}`;
}

/** Returns the counts of a change set in short: "1,198 changed · 6 already set · 2 conflicts". */
export function shortResult({ counts }: ChangeSet): string {
  const parts = [
    counts.changed > 0 && `${formatNumber(counts.changed)} changed`,
    counts.pending > 0 && `${formatNumber(counts.pending)} not changed`,
    counts.unchanged > 0 && `${formatNumber(counts.unchanged)} already set`,
    counts.conflict > 0 && formatCount(counts.conflict, 'conflict'),
    counts.refused > 0 && `${formatNumber(counts.refused)} refused`,
  ];
  return parts.filter(Boolean).join(' · ') || 'Nothing changed';
}
