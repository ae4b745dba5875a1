import {
  ENDPOINT_INTENT,
  ENDPOINT_KIND,
  IDENTITY_POLICY,
  LIFECYCLE,
  MEDIA_TYPE,
  PAYWALL,
  RIGHTS,
  SCOPE,
  labelOf,
} from '@/lib/labels';
import { isDataUrl } from '@/lib/data-url';
import { formatDay } from '@/lib/dates';
import { countryName, languageName } from '@/lib/place-names';

/** What the fields of a source and of an endpoint are called: in the form, in a conflict and in the history. */
export const FIELD_LABELS = {
  name: 'Name',
  homepage_url: 'Homepage',
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
  owner: 'Owner',
  notes: 'Notes',
  tags: 'Tags',
  logo: 'Logo',
  duplicate_reason: 'Why a second source',
  url: 'Address',
  kind: 'Kind',
  section: 'Section',
  language: 'Language',
  intent: 'State',
  charset: 'Encoding',
  default_zone: 'Time zone',
  identity_policy: 'What tells items apart',
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
} as const;

/** A field that a newer API knows and this page does not is shown by its name. */
export function fieldLabel(field: string): string {
  return labelOf(FIELD_LABELS, field);
}

const VALUES: Record<string, Record<string, string>> = {
  lifecycle: LIFECYCLE,
  media_type: MEDIA_TYPE,
  scope: SCOPE,
  paywall: PAYWALL,
  rights: RIGHTS,
  kind: ENDPOINT_KIND,
  intent: ENDPOINT_INTENT,
  identity_policy: IDENTITY_POLICY,
};

/** The value of a field in words; '' when there is none. Takes what the API sends and what a form holds. */
export function formatValue(field: string, value: unknown): string {
  if (value == null || value === '') return '';
  if (Array.isArray(value)) return value.map((item) => formatValue(field, item)).join(', ');
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([part, words]) => `${fieldLabel(`${field}_${part}`)}: ${String(words)}`);
    return parts.join(', ');
  }
  const words = String(value);
  const labels = VALUES[field];
  if (labels) return labelOf(labels, words);
  if (field === 'country') return countryName(words);
  if (field === 'languages' || field === 'language') return languageName(words);
  if (field === 'paused_until') return formatDay(words);
  if (field === 'logo') return isDataUrl(words) ? 'A new picture' : 'A picture';
  return words;
}
