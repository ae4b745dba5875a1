import type {
  EndpointIntent,
  EndpointKind,
  IdentityPolicy,
  Lifecycle,
  MediaType,
  Paywall,
  Rights,
  Scope,
} from '@/api/gen/types.gen';

/** The words for the contract's values, in the order in which people choose among them. */
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
  unknown: 'Not known',
  none: 'None',
  metered: 'Metered',
  hard: 'Hard',
};

export const RIGHTS: Record<Rights, string> = {
  unknown: 'Not known',
  permitted: 'Permitted',
  restricted: 'Restricted',
  forbidden: 'Forbidden',
};

export const ENDPOINT_KIND: Record<EndpointKind, string> = {
  rss: 'RSS',
  atom: 'Atom',
  rdf: 'RDF',
  json_feed: 'JSON Feed',
  news_sitemap: 'News sitemap',
  sitemap: 'Sitemap',
  sitemap_index: 'Sitemap index',
  html_list: 'HTML list',
};

export const ENDPOINT_INTENT: Record<EndpointIntent, string> = {
  active: 'Active',
  paused: 'Paused',
  retired: 'Retired',
};

export const IDENTITY_POLICY: Record<IdentityPolicy, string> = {
  auto: 'Automatic',
  guid: 'Id',
  link: 'Link',
  guid_link: 'Id and link',
  link_title: 'Link and title',
  content_hash: 'Content',
};

/** The word for a value; a value that a newer API knows and this page does not is shown as it is. */
export function labelOf(labels: Record<string, string>, value: string): string {
  return labels[value] ?? value;
}

/** For a select: the values with their words, in the order above. */
export function selectOptions(labels: Record<string, string>): { value: string; label: string }[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}
