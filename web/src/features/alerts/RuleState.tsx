import type { AlertRule } from '@/api/gen/types.gen';
import { ExactTime } from '@/components/ExactTime';
import { Icon } from '@/components/Icon';
import { ToneBadge } from '@/components/ToneBadge';
import { useNow } from '@/lib/use-now';

/** Reports whether a rule is muted. */
export function isMuted(rule: Pick<AlertRule, 'muted_until'>, now: Date): boolean {
  return rule.muted_until !== undefined && new Date(rule.muted_until) > now;
}

/** What a rule reports now: its alerts, or that it is disabled or muted. */
export function RuleState({ rule }: { rule: AlertRule }) {
  const now = useNow();
  if (!rule.enabled) {
    return (
      <ToneBadge tone="muted" icon={<Icon name="close" size={14} />}>
        Disabled
      </ToneBadge>
    );
  }
  if (rule.error) {
    return (
      <span title={rule.error}>
        <ToneBadge tone="warn" icon={<Icon name="warning" size={14} />}>
          Incomplete
        </ToneBadge>
      </span>
    );
  }
  if (isMuted(rule, now)) {
    return (
      <ToneBadge tone="muted" icon={<Icon name="pause" size={14} />}>
        Muted until <ExactTime at={rule.muted_until!} />
      </ToneBadge>
    );
  }
  if (rule.firing > 0) {
    return (
      <ToneBadge tone="bad" icon={<Icon name="warning" size={14} />}>
        Firing{rule.condition.scope === 'source' && ` (${rule.firing})`}
      </ToneBadge>
    );
  }
  return (
    <ToneBadge tone="ok" icon={<Icon name="check" size={14} />}>
      Not firing
    </ToneBadge>
  );
}
