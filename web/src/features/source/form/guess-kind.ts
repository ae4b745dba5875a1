import type { EndpointKind } from '@/api/gen/types.gen';

/** URL patterns, the most specific first; RSS is the default. */
const HINTS: [RegExp, EndpointKind][] = [
  [/sitemap[-_]?index|index[-_]?sitemap/i, 'sitemap_index'],
  [/news[-_]?sitemap|sitemap[-_]?(google[-_]?)?news/i, 'news_sitemap'],
  [/sitemap/i, 'sitemap'],
  [/feed\.json|json[-_]?feed|[?&/]feed\/json/i, 'json_feed'],
  [/\batom\b/i, 'atom'],
  [/\.rdf\b|\/rdf\b/i, 'rdf'],
];

/** Returns the most likely endpoint kind of an address, as the default of the Kind field. */
export function guessKind(url: string): EndpointKind {
  return HINTS.find(([hint]) => hint.test(url))?.[1] ?? 'rss';
}
