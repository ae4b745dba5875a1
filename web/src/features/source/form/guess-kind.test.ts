import { expect, test } from 'vitest';
import { guessKind } from './guess-kind';

test.each([
  ['', 'rss'],
  ['https://elejemplo.es/feed', 'rss'],
  ['https://elejemplo.es/rss/portada.xml', 'rss'],
  ['https://elejemplo.es/atom.xml', 'atom'],
  ['https://elejemplo.es/feed/atom/', 'atom'],
  ['https://anatomy.example/feed', 'rss'],
  ['https://elejemplo.es/index.rdf', 'rdf'],
  ['https://elejemplo.es/feed.json', 'json_feed'],
  ['https://elejemplo.es/sitemap.xml', 'sitemap'],
  ['https://elejemplo.es/news-sitemap.xml', 'news_sitemap'],
  ['https://elejemplo.es/sitemap_news.xml', 'news_sitemap'],
  ['https://elejemplo.es/sitemap_index.xml', 'sitemap_index'],
])('the kind of %j is %s', (url, kind) => expect(guessKind(url)).toBe(kind));
