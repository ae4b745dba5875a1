import type { AlertCondition, AlertRule, AlertRuleInput, SourceFilter } from '@/api/gen/types.gen';
import { HEALTH_CAUSE, HEALTH_STATE } from '@/entities/check/labels';
import { REVIEW } from '@/entities/rights/labels';
import { describeFilter } from '@/entities/source/filters';
import { timeZone } from '@/lib/date-formats';
import { formatDuration } from '@/lib/format-duration';

export type AlertState = AlertCondition['states'][number];

/** The states that a rule may watch for, the worst first. */
export const ALERT_STATES: AlertState[] = ['gone', 'failing', 'blocked', 'suspect', 'degraded', 'quiet'];

/** The values of the form: the fields of the API, with texts for numbers and '' for no value. */
export type RuleValues = Required<
  Pick<AlertRuleInput, 'name' | 'enabled' | 'notify_recovery' | 'digest' | 'emails'>
> & {
  condition_scope: AlertCondition['scope'];
  condition_states: AlertState[];
  condition_causes: NonNullable<AlertCondition['causes']>;
  condition_rights_reviews: NonNullable<AlertCondition['rights_reviews']>;
  condition_min_sources: string;
  condition_min_share: string;
  condition_filter: SourceFilter;
  /** The view that the rule follows instead of its filter, or ''. */
  condition_view_id: string;
  for_minutes: string;
  repeat_minutes: string;
  muted_until: string;
  quiet_from: string;
  quiet_to: string;
  digest_at: string;
  zone: string;
  webhook_ids: string[];
  /** The version that was read; 0 for a new rule. */
  version: number;
};

/** The fields in the order of the form. Muting has a separate button. */
export const RULE_FIELDS = [
  'name',
  'condition_scope',
  'condition_states',
  'condition_causes',
  'condition_rights_reviews',
  'condition_min_sources',
  'condition_min_share',
  'for_minutes',
  'condition_view_id',
  'condition_filter',
  'emails',
  'webhook_ids',
  'notify_recovery',
  'digest',
  'digest_at',
  'repeat_minutes',
  'quiet_from',
  'quiet_to',
  'zone',
  'enabled',
] as const satisfies (keyof RuleValues)[];

/**
 * Returns the values of a new rule for the sources of a filter and for the given states and causes.
 */
export function newRuleValues(
  filter: SourceFilter,
  states: AlertState[],
  causes: RuleValues['condition_causes'] = [],
): RuleValues {
  return {
    name: '',
    enabled: true,
    condition_scope: 'source',
    condition_states: states.length > 0 ? states : ['gone', 'failing', 'blocked', 'suspect'],
    condition_causes: causes,
    condition_rights_reviews: [],
    condition_min_sources: '5',
    condition_min_share: '',
    condition_filter: filter,
    condition_view_id: '',
    for_minutes: '30',
    repeat_minutes: '0',
    notify_recovery: true,
    muted_until: '',
    quiet_from: '',
    quiet_to: '',
    digest: 'none',
    digest_at: '08:00',
    zone: timeZone(),
    emails: [],
    webhook_ids: [],
    version: 0,
  };
}

export function toValues(rule: AlertRule): RuleValues {
  const { name, enabled, condition, notify_recovery, muted_until, quiet_from, quiet_to, digest, zone, emails } = rule;
  return {
    name,
    enabled,
    condition_scope: condition.scope,
    condition_states: condition.states,
    condition_causes: condition.causes ?? [],
    condition_rights_reviews: condition.rights_reviews ?? [],
    condition_min_sources: String(condition.min_sources || 1),
    condition_min_share: String(condition.min_share || ''),
    condition_filter: condition.filter ?? {},
    condition_view_id: condition.view_id ?? '',
    for_minutes: String(rule.for_minutes),
    repeat_minutes: String(rule.repeat_minutes),
    notify_recovery,
    muted_until: muted_until ?? '',
    quiet_from: quiet_from ?? '',
    quiet_to: quiet_to ?? '',
    digest,
    digest_at: rule.digest_at ?? '08:00',
    zone,
    emails,
    webhook_ids: rule.webhooks.map(({ id }) => id),
    version: rule.version,
  };
}

/** Reports whether a filter is set. The number 0 is a value. */
function hasValue(value: SourceFilter[keyof SourceFilter]): boolean {
  return value !== undefined && (typeof value === 'number' || typeof value === 'boolean' || value.length > 0);
}

export function toCondition(values: RuleValues): AlertCondition {
  const isSet = ([, value]: [string, SourceFilter[keyof SourceFilter]]) => hasValue(value);
  return {
    scope: values.condition_scope,
    // A rule for reviews has no states; those that were chosen before stay in the form.
    ...(values.condition_rights_reviews.length > 0
      ? { states: [], rights_reviews: values.condition_rights_reviews }
      : { states: values.condition_states, causes: values.condition_causes }),
    ...(values.condition_view_id
      ? { view_id: values.condition_view_id }
      : { filter: Object.fromEntries(Object.entries(values.condition_filter).filter(isSet)) as SourceFilter }),
    ...(values.condition_scope === 'view' && {
      min_sources: Number(values.condition_min_sources),
      min_share: Number(values.condition_min_share),
    }),
  };
}

export function toInput(values: RuleValues): AlertRuleInput {
  const { enabled, notify_recovery, digest, zone, emails, webhook_ids } = values;
  return {
    name: values.name.trim(),
    enabled,
    condition: toCondition(values),
    for_minutes: Number(values.for_minutes),
    repeat_minutes: Number(values.repeat_minutes),
    notify_recovery,
    muted_until: values.muted_until || undefined,
    quiet_from: values.quiet_from || undefined,
    quiet_to: values.quiet_to || undefined,
    digest,
    digest_at: digest === 'daily' ? values.digest_at : undefined,
    zone,
    emails,
    webhook_ids,
  };
}

/** Returns a duration of a rule, such as "6 h". */
export function formatMinutes(minutes: number): string {
  return minutes === 0 ? 'None' : formatDuration(minutes * 60);
}

const listFormat = new Intl.ListFormat('en', { type: 'disjunction' });

/**
 * Returns the condition of a rule as a phrase, such as "Failing or gone for 30 min, tag politics".
 */
export function describeCondition(condition: AlertCondition, forMinutes: number, viewName?: string): string {
  const reviews = (condition.rights_reviews ?? []).map((review) => REVIEW[review].toLowerCase());
  const watched = [...condition.states.map((state) => HEALTH_STATE[state].toLowerCase()), ...reviews];
  const states = listFormat.format(watched);
  const share = condition.min_share ? ` and ${condition.min_share} %` : '';
  const subject = condition.scope === 'view' ? `At least ${condition.min_sources ?? 1} sources${share} ` : '';
  const causes = condition.causes?.length
    ? ` (${listFormat.format(condition.causes.map((cause) => HEALTH_CAUSE[cause].toLowerCase()))})`
    : '';
  const duration = forMinutes > 0 ? ` for ${formatMinutes(forMinutes)}` : '';
  const filter = viewName ? `view “${viewName}”` : describeFilter(condition.filter ?? {});
  const text = `${subject}${states}${causes}${duration}${filter ? `, ${filter}` : ''}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
