import type { AliasInput, EndpointSchedule } from '@/api/gen/types.gen';
import { ALERT_SCOPE, DIGEST } from '@/entities/alert/labels';
import { HEALTH_CAUSE, HEALTH_STATE } from '@/entities/check/labels';
import { ENDPOINT_INTENT, ENDPOINT_KIND, IDENTITY_POLICY } from '@/entities/endpoint/labels';
import { LIFECYCLE, MEDIA_TYPE, PAYWALL, RIGHTS, SCOPE } from '@/entities/source/labels';
import { isDataUrl } from '@/lib/data-url';
import { formatDay } from '@/lib/dates';
import { labelOf } from '@/lib/labels';
import { countryName, languageName } from '@/lib/place-names';
import { describeSchedule, parseSchedule } from './schedule-words';

/** The labels of fields in forms, conflicts and the history. */
export const FIELD_LABELS = {
  name: 'Name',
  homepage_url: 'Homepage',
  homepage_derived: 'Homepage derived from the feed',
  outlet: 'Domain and path',
  lifecycle: 'State',
  paused_until: 'Paused until',
  pause_reason: 'Reason for the pause',
  media_type: 'Media type',
  country: 'Country',
  region: 'Region',
  languages: 'Languages',
  scope: 'Scope',
  tier: 'Tier',
  paywall: 'Paywall',
  rights: 'Rights',
  rights_note: 'Note on rights',
  use_link: 'Use of link and headline',
  use_snippet: 'Use of snippet',
  use_full_text: 'Use of full text',
  use_machine_learning: 'Use for machine learning',
  rights_review: 'Review of rights',
  hosting_network: 'Server network',
  hosting_server: 'Server software',
  hosting_issuer: 'Certificate issuer',
  party: 'Contract partner',
  document: 'Document',
  valid_until: 'Valid until',
  contract_party: 'Contract partner',
  contract_document: 'Document of the contract',
  contract_valid_until: 'End of the contract',
  contract_reason: 'Reason for the contract',
  contract_link: 'Link and headline',
  contract_snippet: 'Snippet',
  contract_full_text: 'Full text',
  contract_machine_learning: 'Machine learning',
  owner: 'Owner',
  notes: 'Notes',
  tags: 'Tags',
  aliases: 'Other names and addresses',
  merged_into: 'Merged into',
  parent_id: 'Parent',
  alias_kind: 'Kind',
  alias_value: 'Name or address',
  alias_from: 'First day',
  alias_to: 'Last day',
  source_id: 'Source',
  assignee: 'Assignee',
  snoozed_until: 'Snoozed until',
  logo: 'Logo',
  endpoints: 'Endpoints',
  duplicate_reason: 'Reason for a second source',
  url: 'Address',
  kind: 'Kind',
  section: 'Section',
  language: 'Language',
  intent: 'State',
  charset: 'Encoding',
  default_zone: 'Time zone',
  identity_policy: 'Item recognition',
  schedule: 'Schedule',
  recipe: 'Recipe',
  recipe_list: 'Items',
  recipe_link: 'Link',
  recipe_title: 'Title',
  recipe_date: 'Date',
  recipe_summary: 'Summary',
  recipe_author: 'Author',
  credentials: 'User name and password',
  credentials_username: 'User name',
  credentials_password: 'Password',
  approval_above: 'Approval above this number of items',
  approval_tier_1: 'Approval for changes of tier 1 sources',
  enabled: 'Enabled',
  condition_scope: 'Alerts',
  condition_states: 'States',
  condition_causes: 'Causes',
  condition_rights_reviews: 'Reviews of rights',
  condition_filter: 'Sources',
  condition_view_id: 'Saved view',
  condition_min_sources: 'Minimum number of sources',
  condition_min_share: 'Minimum share of the checked sources (%)',
  for_minutes: 'Minimum duration of the state',
  emails: 'E-mail addresses',
  webhook_ids: 'Webhooks',
  notify_recovery: 'Send a message when the source recovers',
  digest: 'Send messages',
  digest_at: 'Time',
  repeat_minutes: 'Reminders',
  quiet_from: 'Quiet hours from',
  quiet_to: 'Quiet hours to',
  zone: 'Time zone',
  muted_until: 'Muted until',
  email: 'E-mail address or domain',
  role: 'Role',
  scopes: 'Scope',
  expires_at: 'Valid for',
  reason: 'Reason',
  interval_hours: 'Read it',
  subscription_content: 'Content',
  weekday: 'Day',
  hour: 'Hour',
} as const;

/**
 * Returns the label of a field. A field of a newer API version without a label is shown by its
 * name.
 */
export function fieldLabel(field: string): string {
  return labelOf(FIELD_LABELS, field);
}

const VALUE_LABELS: Record<string, Record<string, string>> = {
  lifecycle: LIFECYCLE,
  media_type: MEDIA_TYPE,
  scope: SCOPE,
  paywall: PAYWALL,
  rights: RIGHTS,
  kind: ENDPOINT_KIND,
  intent: ENDPOINT_INTENT,
  identity_policy: IDENTITY_POLICY,
  condition_scope: ALERT_SCOPE,
  condition_states: HEALTH_STATE,
  condition_causes: HEALTH_CAUSE,
  digest: DIGEST,
};

/** Formats a schedule of the API, or its JSON in a form. */
function formatSchedule(value: unknown): string {
  return describeSchedule(typeof value === 'string' ? parseSchedule(value) : (value as EndpointSchedule));
}

/** Formats an alias with its days, such as "lavoz.example (until 31 Dec 2020)". */
export function formatAlias({ value, from, to }: AliasInput): string {
  const days = [from && `from ${formatDay(from)}`, to && `until ${formatDay(to)}`].filter(Boolean).join(' ');
  return days ? `${value} (${days})` : value;
}

/** Formats an API or form value of a field for display; returns '' for no value. */
export function formatValue(field: string, value: unknown): string {
  if (value == null || value === '') return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'schedule') return formatSchedule(value);
  if (field === 'aliases' && !Array.isArray(value)) return formatAlias(value as AliasInput);
  if (Array.isArray(value)) return value.map((item) => formatValue(field, item)).join(', ');
  if (field === 'assignee' && typeof value === 'object') return String((value as { name: unknown }).name);
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([part, text]) => `${fieldLabel(`${field}_${part}`)}: ${String(text)}`);
    return parts.join(', ');
  }
  const text = String(value);
  const labels = VALUE_LABELS[field];
  if (labels) return labelOf(labels, text);
  if (field === 'country') return countryName(text);
  if (field === 'languages' || field === 'language') return languageName(text);
  if (field === 'paused_until' || field === 'snoozed_until') return formatDay(text);
  if (field === 'logo') return isDataUrl(text) ? 'New picture' : 'Picture';
  return text;
}
