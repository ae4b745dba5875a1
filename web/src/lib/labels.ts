import type {
  AlertCondition,
  AlertRule,
  CheckResultFilter,
  EndpointIntent,
  EndpointKind,
  HealthCause,
  HealthState,
  IdentityPolicy,
  Lifecycle,
  MediaType,
  Paywall,
  ProposalField,
  Rights,
  Role,
  Scope,
} from '@/api/gen/types.gen';

/** The words for the health that the checks observe, from the best to the worst state. */
export const HEALTH_STATE: Record<HealthState, string> = {
  ok: 'Working',
  new: 'Not checked yet',
  quiet: 'Quiet',
  unknown: 'Unknown',
  degraded: 'Failed recently',
  suspect: 'Suspect',
  blocked: 'Blocked',
  failing: 'Failing',
  gone: 'Gone',
};

/** The causes of the health, as the titles of package health. */
export const HEALTH_CAUSE: Record<HealthCause, string> = {
  timeout: 'No answer in time',
  dns: 'Host name not found',
  refused: 'Connection refused',
  reset: 'Connection closed',
  tls: 'Invalid certificate',
  unauthorized: 'Password required',
  forbidden: 'Access refused',
  challenge: 'Browser check',
  not_found: 'Page not found',
  gone: 'Permanently gone',
  rate_limited: 'Rate limited',
  unavailable: 'Site unavailable',
  client_error: 'Request refused',
  server_error: 'Server error',
  too_large: 'Document too large',
  bad_encoding: 'Invalid compression',
  bad_response: 'Invalid response',
  bad_redirect: 'Redirect cannot be followed',
  too_many_redirects: 'Too many redirects',
  blocked_address: 'Address not public',
  robots: 'Forbidden by robots.txt',
  invalid_address: 'Invalid address',
  html_instead_of_feed: 'Page instead of a feed',
  unreadable: 'Unreadable document',
  empty: 'No items any more',
  identity_storm: 'Changed item IDs',
  credentials: 'Credentials not readable',
  silence: 'Unusual silence',
};

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

export const ENDPOINT_KIND: Record<EndpointKind, string> = {
  rss: 'RSS',
  atom: 'Atom',
  rdf: 'RDF',
  json_feed: 'JSON Feed',
  news_sitemap: 'News sitemap',
  sitemap: 'Sitemap',
  sitemap_index: 'Sitemap index',
  html_list: 'Page list',
};

export const ENDPOINT_INTENT: Record<EndpointIntent, string> = {
  active: 'Active',
  paused: 'Paused',
  retired: 'Retired',
};

export const IDENTITY_POLICY: Record<IdentityPolicy, string> = {
  auto: 'Automatic',
  guid: 'ID',
  link: 'Link',
  guid_link: 'ID and link',
  link_title: 'Link and title',
  content_hash: 'Content',
};

export const PROPOSAL_FIELD: Record<ProposalField, string> = {
  name: 'Name',
  homepage_url: 'Homepage',
  country: 'Country',
  languages: 'Languages',
  logo: 'Logo',
};

export const ROLE: Record<Role, string> = {
  viewer: 'Viewer',
  editor: 'Editor',
  admin: 'Administrator',
};

export const ROLE_DESCRIPTION: Record<Role, string> = {
  viewer: 'Viewer: can view everything',
  editor: 'Editor: can change sources',
  admin: 'Administrator: can change sources and people',
};

/** The kinds of changes by which the history is filtered. */
export const CHANGE_ACTION: Record<string, string> = {
  'source.created': 'Source added',
  'source.updated': 'Source changed',
  'source.archived': 'Source archived',
  'source.unarchived': 'Source unarchived',
  'source.deleted': 'Draft deleted',
  'endpoint.created': 'Endpoint added',
  'endpoint.updated': 'Endpoint changed',
  'endpoint.deleted': 'Endpoint deleted',
  'suggestion.accepted': 'Suggestion accepted',
  'suggestion.applied': 'Suggestion applied automatically',
  'work.assigned': 'Work assigned',
  'work.snoozed': 'Work snoozed',
};

export const ALERT_SCOPE: Record<AlertCondition['scope'], string> = {
  source: 'One alert per source in these states',
  view: 'One alert when many sources are in these states',
};

export const DIGEST: Record<AlertRule['digest'], string> = {
  none: 'Immediately',
  hourly: 'In an hourly digest',
  daily: 'In a daily digest',
};

/**
 * Returns the label of a value. Unknown values, which a newer API may send, are returned unchanged.
 */
export function labelOf(labels: Record<string, string>, value: string): string {
  return labels[value] ?? value;
}

export const CHECK_RESULT: Record<CheckResultFilter, string> = {
  failed: 'Failed',
  new_items: 'With new items',
};

/** Returns the options of a select. */
export function selectOptions(labels: Record<string, string>): { value: string; label: string }[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}
