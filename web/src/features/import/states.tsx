import type { Import, ImportResult, ImportState } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import type { IconName } from '@/components/icon-paths';
import classes from './states.module.css';

type Tone = 'ok' | 'info' | 'muted' | 'bad';

const STATES: Record<ImportState, { label: string; icon: IconName; tone: Tone }> = {
  queued: { label: 'Waiting', icon: 'dots', tone: 'info' },
  running: { label: 'Running', icon: 'refresh', tone: 'info' },
  done: { label: 'Done', icon: 'check', tone: 'ok' },
  failed: { label: 'Failed', icon: 'warning', tone: 'bad' },
};

const RESULTS: Record<ImportResult, { label: string; icon: IconName; tone: Tone }> = {
  pending: { label: 'Waiting', icon: 'dots', tone: 'muted' },
  created: { label: 'Created', icon: 'plus', tone: 'ok' },
  exists: { label: 'Already there', icon: 'check', tone: 'muted' },
  invalid: { label: 'Invalid', icon: 'warning', tone: 'bad' },
};

export function ImportStateBadge({ state }: { state: ImportState }) {
  return <Badge {...STATES[state]} />;
}

export function ResultBadge({ result }: { result: ImportResult }) {
  return <Badge {...RESULTS[result]} />;
}

function Badge({ label, icon, tone }: { label: string; icon: IconName; tone: Tone }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon name={icon} size={14} />
      {label}
    </span>
  );
}

/** "640 created, 160 already there, 12 invalid": what happened to the outlines, without what did not happen. */
export function outcomeText({ created, exists, invalid }: Pick<Import, 'created' | 'exists' | 'invalid'>): string {
  const parts = [
    [created, 'created'],
    [exists, 'already there'],
    [invalid, 'invalid'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${count.toLocaleString('en')} ${word}`);
  return said.join(', ') || 'nothing created';
}
