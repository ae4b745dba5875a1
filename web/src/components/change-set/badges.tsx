import type { ChangeItemResult, ChangeSet, ChangeSetState } from '@/api/gen/types.gen';
import { CHANGE_ITEM_RESULT, CHANGE_SET_STATE } from '@/entities/change-set/labels';
import { labelOf } from '@/lib/labels';
import { Icon } from '../Icon';
import type { IconName } from '../icon-paths';
import type { Tone } from '../tone';
import { ToneBadge } from '../ToneBadge';

interface Look {
  icon: IconName;
  tone: Tone;
}

const STATES: Record<ChangeSetState, Look> = {
  draft: { icon: 'edit', tone: 'muted' },
  proposed: { icon: 'dots', tone: 'info' },
  applying: { icon: 'refresh', tone: 'info' },
  applied: { icon: 'check', tone: 'ok' },
  applied_in_part: { icon: 'warning', tone: 'warn' },
  not_applied: { icon: 'close', tone: 'bad' },
  cancelled: { icon: 'close', tone: 'muted' },
  rejected: { icon: 'close', tone: 'muted' },
};

const RESULTS: Record<ChangeItemResult, Look> = {
  pending: { icon: 'dots', tone: 'muted' },
  changed: { icon: 'check', tone: 'ok' },
  unchanged: { icon: 'check', tone: 'muted' },
  conflict: { icon: 'warning', tone: 'warn' },
  refused: { icon: 'close', tone: 'bad' },
};

/** The state of a change set. One of which no item was changed may be stored as applied. */
export function ChangeSetStateBadge({ changeSet: { state, counts } }: { changeSet: ChangeSet }) {
  const hasEnded = state === 'applied' || state === 'applied_in_part' || state === 'not_applied';
  if (hasEnded && counts.changed === 0) {
    return counts.conflict + counts.refused > 0 ? (
      <Badge icon="close" tone="bad" label="Not applied" />
    ) : (
      <Badge icon="check" tone="muted" label="Nothing changed" />
    );
  }
  return <Badge {...STATES[state]} label={labelOf(CHANGE_SET_STATE, state)} />;
}

/** The state of an own proposal whose answer is new. */
export function AnsweredBadge({ state }: { state: ChangeSetState }) {
  return <Badge {...STATES[state]} label="Answered" />;
}

export function ItemResultBadge({ result }: { result: ChangeItemResult }) {
  return <Badge {...RESULTS[result]} label={labelOf(CHANGE_ITEM_RESULT, result)} />;
}

function Badge({ icon = 'info', tone = 'muted', label }: Partial<Look> & { label: string }) {
  return (
    <ToneBadge tone={tone} icon={<Icon name={icon} size={14} />}>
      {label}
    </ToneBadge>
  );
}
