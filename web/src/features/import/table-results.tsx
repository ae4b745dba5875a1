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

/** Shows the result of a row or, after the table was applied, that of its changes. */
export function TableResultBadge({ row: { result, applied } }: { row: ImportTableRow }) {
  const { label, done = label, icon, tone } = RESULTS[result];
  if (applied === 'conflict' || applied === 'refused') {
    return (
      <ToneBadge tone="warn" icon={<Icon name="warning" size={14} />}>
        {applied === 'conflict' ? 'Conflict' : 'Refused'}
      </ToneBadge>
    );
  }
  return (
    <ToneBadge tone={tone} icon={<Icon name={icon} size={14} />}>
      {applied === 'changed' ? done : label}
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
