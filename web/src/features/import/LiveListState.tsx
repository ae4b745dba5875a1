import type { LiveList } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import type { IconName } from '@/components/icon-paths';
import type { Tone } from '@/components/tone';
import { ToneBadge } from '@/components/ToneBadge';

function stateOf({ paused, failure, read_at: readAt }: LiveList): { label: string; tone: Tone; icon: IconName } {
  if (paused) return { label: 'Paused', tone: 'muted', icon: 'pause' };
  if (failure) return { label: 'Failing', tone: 'bad', icon: 'warning' };
  return readAt ? { label: 'OK', tone: 'ok', icon: 'check' } : { label: 'Not read yet', tone: 'info', icon: 'dots' };
}

/** The state of a live list: an icon and a word. */
export function LiveListState({ list }: { list: LiveList }) {
  const { label, tone, icon } = stateOf(list);
  return (
    <ToneBadge tone={tone} icon={<Icon name={icon} size={14} />}>
      {label}
    </ToneBadge>
  );
}
