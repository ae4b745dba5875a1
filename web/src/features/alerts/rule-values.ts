import type { AlertCondition, AlertRule, AlertRuleInput, SourceFilter } from '@/api/gen/types.gen';
import { formatCount } from '@/lib/format-count';
import { HEALTH_CAUSE, HEALTH_STATE } from '@/lib/labels';
import { timeZone } from '@/lib/date-formats';

export type AlertState = AlertCondition['states'][number];

/** The states that a rule may watch for, the worst first. */
export const ALERT_STATES: AlertState[] = ['gone', 'failing', 'blocked', 'suspect', 'degraded', 'quiet'];

/** The values of the form. */
export interface RuleValues {
  name: string;
  enabled: boolean;
  scope: AlertCondition['scope'];
  states: AlertState[];
  causes: NonNullable<AlertCondition['causes']>;
  filter: SourceFilter;
  minSources: number;
  minShare: number;
  forMinutes: number;
  repeatMinutes: number;
  notifyRecovery: boolean;
  mutedUntil: string | undefined;
  quietFrom: string;
  quietTo: string;
  digest: AlertRuleInput['digest'];
  digestAt: string;
  zone: string;
  emails: string[];
  webhookIds: string[];
}

/** Returns the values of a new rule for the sources of a filter and for the given states and causes. */
export function newRuleValues(
  filter: SourceFilter,
  states: AlertState[],
  causes: RuleValues['causes'] = [],
): RuleValues {
  return {
    name: '',
    enabled: true,
    scope: 'source',
    states: states.length > 0 ? states : ['gone', 'failing', 'blocked', 'suspect'],
    causes,
    filter,
    minSources: 5,
    minShare: 0,
    forMinutes: 30,
    repeatMinutes: 0,
    notifyRecovery: true,
    mutedUntil: undefined,
    quietFrom: '',
    quietTo: '',
    digest: 'none',
    digestAt: '08:00',
    zone: timeZone(),
    emails: [],
    webhookIds: [],
  };
}

export function toValues(rule: AlertRule): RuleValues {
  const { condition } = rule;
  return {
    name: rule.name,
    enabled: rule.enabled,
    scope: condition.scope,
    states: condition.states,
    causes: condition.causes ?? [],
    filter: condition.filter ?? {},
    minSources: condition.min_sources ?? 1,
    minShare: condition.min_share ?? 0,
    forMinutes: rule.for_minutes,
    repeatMinutes: rule.repeat_minutes,
    notifyRecovery: rule.notify_recovery,
    mutedUntil: rule.muted_until,
    quietFrom: rule.quiet_from ?? '',
    quietTo: rule.quiet_to ?? '',
    digest: rule.digest,
    digestAt: rule.digest_at ?? '08:00',
    zone: rule.zone,
    emails: rule.emails,
    webhookIds: rule.webhooks.map(({ id }) => id),
  };
}

/** Reports whether a filter is set. The number 0 is a value. */
function hasValue(value: SourceFilter[keyof SourceFilter]): boolean {
  return value !== undefined && (typeof value === 'number' || typeof value === 'boolean' || value.length > 0);
}

export function toCondition(values: RuleValues): AlertCondition {
  const filter = Object.fromEntries(
    Object.entries(values.filter).filter(([, value]) => hasValue(value)),
  ) as SourceFilter;
  return {
    scope: values.scope,
    states: values.states,
    causes: values.causes,
    filter,
    ...(values.scope === 'view' && { min_sources: values.minSources, min_share: values.minShare }),
  };
}

export function toInput(values: RuleValues): AlertRuleInput {
  return {
    name: values.name.trim(),
    enabled: values.enabled,
    condition: toCondition(values),
    for_minutes: values.forMinutes,
    repeat_minutes: values.repeatMinutes,
    notify_recovery: values.notifyRecovery,
    muted_until: values.mutedUntil,
    quiet_from: values.quietFrom || undefined,
    quiet_to: values.quietTo || undefined,
    digest: values.digest,
    digest_at: values.digest === 'daily' ? values.digestAt : undefined,
    zone: values.zone,
    emails: values.emails,
    webhook_ids: values.webhookIds,
  };
}

/** Returns a duration such as "30 min", "6 h" or "3 d". */
export function formatMinutes(minutes: number): string {
  if (minutes % 1440 === 0 && minutes > 0) return `${minutes / 1440} d`;
  if (minutes % 60 === 0 && minutes > 0) return `${minutes / 60} h`;
  return `${minutes} min`;
}

const listFormat = new Intl.ListFormat('en', { type: 'disjunction' });

/** Returns the condition of a rule as a phrase, such as "Failing or gone for 30 min, tag politics". */
export function describeCondition(condition: AlertCondition, forMinutes: number): string {
  const states = listFormat.format(condition.states.map((state) => HEALTH_STATE[state].toLowerCase()));
  const share = condition.min_share ? ` and ${condition.min_share} %` : '';
  const subject = condition.scope === 'view' ? `At least ${condition.min_sources ?? 1} sources${share} ` : '';
  const causes = condition.causes?.length
    ? ` (${listFormat.format(condition.causes.map((cause) => HEALTH_CAUSE[cause].toLowerCase()))})`
    : '';
  const duration = forMinutes > 0 ? ` for ${formatMinutes(forMinutes)}` : '';
  const filter = describeFilter(condition.filter ?? {});
  const text = `${subject}${states}${causes}${duration}${filter ? `, ${filter}` : ''}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const FILTER_LABELS: Record<keyof SourceFilter, string> = {
  q: 'search',
  lifecycle: 'lifecycle',
  tag: 'tag',
  country: 'country',
  language: 'language',
  kind: 'kind',
  media_type: 'media type',
  scope: 'scope',
  tier: 'tier',
  paywall: 'paywall',
  rights: 'rights',
  owner: 'owner',
  health: 'health',
  cause: 'cause',
  last_known: 'last known health',
  silent_days: 'no new item for',
  due_minutes: 'next check within',
  import: 'import',
  assignee: 'assignee',
  snoozed: 'snoozed',
};

/** Returns a filter as a phrase, such as "tag politics, tier 1 or 2"; empty for all sources. */
export function describeFilter(filter: SourceFilter): string {
  return Object.entries(filter)
    .filter(([, value]) => hasValue(value))
    .map(([name, value]) => {
      const label = FILTER_LABELS[name as keyof SourceFilter];
      if (name === 'import') return 'one import';
      if (name === 'silent_days') return `${label} ${formatCount(value as number, 'day')}`;
      if (name === 'due_minutes') return `${label} ${value as number} min`;
      return `${label} ${Array.isArray(value) ? listFormat.format(value) : `“${value}”`}`;
    })
    .join(', ');
}
