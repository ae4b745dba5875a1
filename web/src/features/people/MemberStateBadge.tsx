import { Tooltip } from '@mantine/core';
import type { MemberState } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import type { IconName } from '@/components/icon-paths';
import type { Tone } from '@/components/tone';
import { ToneBadge } from '@/components/ToneBadge';

const STATES: Record<MemberState, { label: string; icon: IconName; tone: Tone; explanation?: string }> = {
  active: { label: 'Active', icon: 'user', tone: 'muted' },
  disabled: { label: 'Disabled', icon: 'pause', tone: 'warn', explanation: 'Cannot use News Sources until enabled.' },
  not_admitted: {
    label: 'No access',
    icon: 'lock',
    tone: 'bad',
    explanation: 'The e-mail address is no longer among those that may sign in. Invite it again to restore access.',
  },
};

export function MemberStateBadge({ state }: { state: MemberState }) {
  const { label, icon, tone, explanation } = STATES[state];
  return (
    <Tooltip label={explanation} disabled={!explanation} multiline maw={280}>
      <span>
        <ToneBadge tone={tone} icon={<Icon name={icon} size={14} />}>
          {label}
        </ToneBadge>
      </span>
    </Tooltip>
  );
}
