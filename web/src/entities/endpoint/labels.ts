import type { EndpointIntent, EndpointKind, IdentityPolicy } from '@/api/gen/types.gen';

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
