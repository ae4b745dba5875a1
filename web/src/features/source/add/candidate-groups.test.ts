import { expect, it } from 'vitest';
import type { Attempt } from '@/api/gen/types.gen';
import { aPreview } from '@/test/source';
import { groupCandidates } from './candidate-groups';
import { EMPTY_DISCOVERY } from './discovery';
import { aCandidate } from './fixture';
import { triedAddresses } from './tried-addresses';
import { withPreview } from './use-check-candidates';

const unchecked = aCandidate({ url: 'https://a.example/u', group: 'section', kind: undefined, outcome: 'not_checked' });
const notAFeed = aCandidate({
  url: 'https://a.example/404',
  kind: undefined,
  outcome: 'not_found',
  detail: 'Missing.',
});

it('groupCandidates lists unchecked candidates in their group and leaves out addresses that are not feeds', () => {
  const main = aCandidate();
  const sitemap = aCandidate({ url: 'https://a.example/s', group: 'other', kind: 'sitemap' });
  expect(groupCandidates([main, unchecked, sitemap, notAFeed])).toEqual({
    main: [main],
    section: [unchecked],
    other: [sitemap],
  });
});

it('triedAddresses lists addresses that are not feeds, then the attempts', () => {
  const attempt: Attempt = {
    url: 'https://a.example/feed/',
    from: 'well_known',
    outcome: 'robots',
    detail: 'Forbidden.',
  };
  const discovery = { ...EMPTY_DISCOVERY, candidates: [aCandidate(), unchecked, notAFeed], attempts: [attempt] };
  expect(triedAddresses(discovery).map(({ url, detail }) => [url, detail])).toEqual([
    ['https://a.example/404', 'Missing.'],
    ['https://a.example/feed/', 'Forbidden.'],
  ]);
});

it('withPreview keeps the place of a checked candidate and does not preselect it', () => {
  const preview = aPreview({ url: 'https://a.example/u', title: 'Sport' });
  expect(withPreview({ ...unchecked, rank: 9 }, preview)).toMatchObject({
    rank: 9,
    group: 'section',
    from: 'link',
    title: 'Sport',
    kind: 'rss',
    outcome: 'ok',
    preselected: false,
  });
});
