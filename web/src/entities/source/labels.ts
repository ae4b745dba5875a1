import type { Alias, Lifecycle, MediaType, Paywall, Rights, Scope } from '@/api/gen/types.gen';

/** Labels for the API's enum values, in the order of the select options. */
export const LIFECYCLE: Record<Lifecycle, string> = {
  draft: 'Draft',
  active: 'Active',
  paused: 'Paused',
  archived: 'Archived',
};

export const MEDIA_TYPE: Record<MediaType, string> = {
  newspaper: 'Newspaper',
  magazine: 'Magazine',
  agency: 'News agency',
  tv: 'Television',
  radio: 'Radio',
  online: 'Online only',
  blog: 'Blog',
  podcast: 'Podcast',
  newsletter: 'Newsletter',
  institution: 'Institution',
  other: 'Other',
};

export const SCOPE: Record<Scope, string> = {
  local: 'Local',
  regional: 'Regional',
  national: 'National',
  international: 'International',
};

export const PAYWALL: Record<Paywall, string> = {
  unknown: 'Unknown',
  none: 'None',
  metered: 'Metered',
  hard: 'Hard',
};

export const RIGHTS: Record<Rights, string> = {
  unknown: 'Unknown',
  permitted: 'Permitted',
  restricted: 'Restricted',
  forbidden: 'Forbidden',
};

export const TIER = {
  '1': '1, most important',
  '2': '2',
  '3': '3',
  '4': '4',
  '5': '5, least important',
};

export const ALIAS_KIND: Record<Alias['kind'], string> = {
  name: 'Name',
  domain: 'Domain',
  path: 'Path',
};

/** The origin of another name or address, which is shown after its kind. */
export const ALIAS_ORIGIN: Record<Alias['origin'], string> = {
  person: 'added by a member',
  merge: 'of a merged source',
};
