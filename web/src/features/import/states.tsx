import type { Import, ImportResult, ImportState } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import type { IconName } from '@/components/icon-paths';
import type { Tone } from '@/components/tone';
import { ToneBadge } from '@/components/ToneBadge';
import { formatNumber } from '@/lib/format-count';
import { changesNothing, leftRows } from './table-results';

interface Badge {
  label: string;
  icon: IconName;
  tone: Tone;
}

const STATES: Record<ImportState, Badge> = {
  reading: { label: 'Reading', icon: 'refresh', tone: 'info' },
  staged: { label: 'Review', icon: 'list', tone: 'info' },
  proposed: { label: 'Proposed', icon: 'dots', tone: 'info' },
  queued: { label: 'Queued', icon: 'dots', tone: 'info' },
  running: { label: 'Running', icon: 'refresh', tone: 'info' },
  done: { label: 'Done', icon: 'check', tone: 'ok' },
  failed: { label: 'Failed', icon: 'warning', tone: 'bad' },
  undone: { label: 'Undone', icon: 'close', tone: 'muted' },
};

const RESULTS: Record<ImportResult, Badge> = {
  pending: { label: 'Pending', icon: 'dots', tone: 'muted' },
  created: { label: 'Created', icon: 'plus', tone: 'ok' },
  exists: { label: 'Existing', icon: 'check', tone: 'muted' },
  invalid: { label: 'Invalid', icon: 'warning', tone: 'bad' },
  removed: { label: 'Removed', icon: 'close', tone: 'muted' },
};

/**
 * The state of an import; invalid rows, and rows of a table that were not applied, need a review:
 * a finished import with some is not shown as a success.
 */
export function ImportStateBadge({ importRun }: { importRun: Import }) {
  if (changesNothing(importRun)) return <IconBadge label="No changes" icon="check" tone="muted" />;
  const isInPart = leftRows(importRun) > 0;
  const needsReview = importRun.state === 'done' && (isInPart || importRun.invalid > 0);
  return (
    <IconBadge
      {...STATES[importRun.state]}
      {...(needsReview && { icon: 'warning', tone: 'warn', ...(isInPart && { label: 'In part' }) })}
    />
  );
}

export function ResultBadge({ result }: { result: ImportResult }) {
  return <IconBadge {...RESULTS[result]} />;
}

function IconBadge({ label, icon, tone }: Badge) {
  return (
    <ToneBadge tone={tone} icon={<Icon name={icon} size={14} />}>
      {label}
    </ToneBadge>
  );
}

/** Returns the non-zero results, such as "640 created, 160 existing, 12 invalid". */
export function outcomeText({ created, exists, invalid }: Pick<Import, 'created' | 'exists' | 'invalid'>): string {
  const results = [
    [created, 'created'],
    [exists, 'existing'],
    [invalid, 'invalid'],
  ] as const;
  const nonZero = results.filter(([count]) => count > 0);
  return nonZero.map(([count, word]) => `${formatNumber(count)} ${word}`).join(', ') || 'nothing created';
}
