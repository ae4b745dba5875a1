import type { Candidate } from '@/api/gen/types.gen';
import { formatCount } from '@/lib/format-count';
import { isUnchecked } from './candidate-groups';

/** Returns the number of candidates by kind, such as "3 feeds, 1 sitemap, 12 not checked". */
export function candidateSummary(candidates: Candidate[]): string {
  const usable = candidates.filter((candidate) => candidate.kind);
  const sitemaps = usable.filter(({ kind }) => kind?.includes('sitemap')).length;
  const comments = usable.filter((candidate) => candidate.comments).length;
  const pageLists = usable.filter(({ kind }) => kind === 'html_list').length;
  const unchecked = candidates.filter(isUnchecked).length;
  const feeds = usable.length - sitemaps - comments - pageLists;
  const parts = [
    feeds > 0 && formatCount(feeds, 'feed'),
    sitemaps > 0 && formatCount(sitemaps, 'sitemap'),
    pageLists > 0 && formatCount(pageLists, 'page list'),
    comments > 0 && formatCount(comments, 'comment feed'),
    unchecked > 0 && `${unchecked} not checked`,
  ].filter((part) => part !== false);
  return parts.join(', ') || 'No feed';
}
