import type { EndpointKind } from '@/api/gen/types.gen';

/** The most telling first. Most of what people paste is RSS, whatever its address says. */
const HINTS: [RegExp, EndpointKind][] = [
  [/sitemap[-_]?index|index[-_]?sitemap/i, 'sitemap_index'],
  [/news[-_]?sitemap|sitemap[-_]?(google[-_]?)?news/i, 'news_sitemap'],
  [/sitemap/i, 'sitemap'],
  [/feed\.json|json[-_]?feed|[?&/]feed\/json/i, 'json_feed'],
  [/\batom\b/i, 'atom'],
  [/\.rdf\b|\/rdf\b/i, 'rdf'],
];

/** What an address most likely leads to; only a default that the person sees and can change. */
export function guessKind(url: string): EndpointKind {
  return HINTS.find(([hint]) => hint.test(url))?.[1] ?? 'rss';
}
