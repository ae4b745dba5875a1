import type { Import, ImportTableResult, ImportTableRow } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import type { IconName } from '@/components/icon-paths';
import type { Tone } from '@/components/tone';
import { ToneBadge } from '@/components/ToneBadge';
import { formatCount, formatNumber } from '@/lib/format-count';

/** The labels of the results of rows: before the table is applied, and after. */
const RESULTS: Record<ImportTableResult, { label: string; done?: string; icon: IconName; tone: Tone }> = {
  create: { label: 'Create', done: 'Created', icon: 'plus', tone: 'ok' },
  update: { label: 'Update', done: 'Updated', icon: 'edit', tone: 'info' },
  unchanged: { label: 'Unchanged', icon: 'check', tone: 'muted' },
  duplicate: { label: 'Duplicate', icon: 'copy', tone: 'muted' },
  conflict: { label: 'Conflict', icon: 'warning', tone: 'warn' },
  invalid: { label: 'Invalid', icon: 'warning', tone: 'bad' },
  skipped: { label: 'Skipped', icon: 'close', tone: 'muted' },
};

export const TABLE_RESULTS = Object.keys(RESULTS) as ImportTableResult[];

export function resultLabel(result: ImportTableResult): string {
  return RESULTS[result].label;
}

interface BadgeProps {
  row: ImportTableRow;
  /** No more rows will be applied. */
  hasEnded?: boolean;
  isUndone?: boolean;
}

/**
 * Shows the result of a row: what it would do, what it did, or that it was undone.
 */
export function TableResultBadge({ row, hasEnded = false, isUndone = false }: BadgeProps) {
  const { result, applied } = row;
  const { label, done, icon, tone } = RESULTS[result];
  if (hasEnded && done && (!applied || applied === 'pending')) {
    return (
      <ToneBadge tone="muted" icon={<Icon name="close" size={14} />}>
        Not applied
      </ToneBadge>
    );
  }
  if (applied === 'conflict' || applied === 'refused') {
    return (
      <ToneBadge tone="warn" icon={<Icon name="warning" size={14} />}>
        {applied === 'conflict' ? 'Conflict' : 'Refused'}
      </ToneBadge>
    );
  }
  if (isUndone && applied === 'changed' && done) {
    return (
      <ToneBadge tone="muted" icon={<Icon name="close" size={14} />}>
        {done}, undone
      </ToneBadge>
    );
  }
  return (
    <ToneBadge tone={tone} icon={<Icon name={icon} size={14} />}>
      {(applied === 'changed' && done) || label}
    </ToneBadge>
  );
}

/** Returns the counts of a staged table as a sentence. */
export function stagedText({ counts, total }: Pick<Import, 'counts' | 'total'>): string {
  if (!counts) return '';
  const parts = TABLE_RESULTS.filter((result) => counts[result] > 0).map(
    (result) => `${formatNumber(counts[result])} ${RESULTS[result].label.toLowerCase()}`,
  );
  return `${formatCount(total, 'row')}: ${parts.join(', ')}.`;
}

/** Reports whether a staged table changes nothing, so that nothing is left to review. */
export function changesNothing({ state, counts }: Import): boolean {
  if (state !== 'staged' || !counts) return false;
  return counts.create + counts.update + counts.conflict + counts.invalid === 0;
}

/** Returns the number of rows that an application refused or did not reach. */
export function leftRows({ refused = 0, not_applied: notApplied = 0 }: Import): number {
  return refused + notApplied;
}

/** Returns how much of a table was applied, and why not all of it. */
export function inPartText(importRun: Import): string {
  const { created, updated = 0, refused = 0, error } = importRun;
  const left = leftRows(importRun);
  const texts = ['The table was applied in part.'];
  if (left > 0) {
    const applied = created + updated;
    const verb = applied + left === 1 ? 'was' : 'were';
    texts.push(`${formatNumber(applied)} of ${formatCount(applied + left, 'row')} ${verb} applied.`);
  }
  if (refused > 0) texts.push(`${formatCount(refused, 'row was', 'rows were')} refused; see the reasons below.`);
  if (error) texts.push(error);
  return texts.join(' ');
}
