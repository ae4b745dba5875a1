import userEvent from '@testing-library/user-event';
import type { SourcePage, SourceRow } from '@/api/gen/types.gen';
import { editor, json, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { Component as SourcesPage } from './SourcesPage';

export const viewer = { ...editor, role: 'viewer' as const, can_write: false };
export const summary = { sources: 90, endpoints: 200, lifecycle: { draft: 1, active: 88, paused: 1, archived: 10 } };

export function row(at: number, more: Partial<SourceRow> = {}): SourceRow {
  return {
    id: `01938f00-0000-7000-8000-00000000000${at}`,
    name: `Source ${at}`,
    homepage_url: `https://source${at}.example/`,
    canonical_domain: `source${at}.example`,
    path_prefix: '',
    lifecycle: 'active',
    languages: ['es', 'ca'],
    country: 'ES',
    tags: ['politics', 'sport', 'culture'],
    paywall: 'none',
    rights: 'unknown',
    endpoint_count: 3,
    endpoint_kinds: ['atom', 'rss'],
    health: { state: 'ok' },
    last_new_item_at: '2026-01-01T03:04:05Z',
    next_check_at: '2026-01-01T03:04:05Z',
    version: 1,
    created_at: '2026-01-02T03:04:05Z',
    updated_at: '2026-01-02T03:04:05Z',
    ...more,
  };
}

export const facets = {
  uncounted: [],
  lifecycle: [{ value: 'active', count: 88 }],
  tag: [],
  country: [
    { value: 'ES', count: 41 },
    { value: 'FR', count: 9 },
  ],
  language: [],
  kind: [],
};

/** Responds with a page of two of ninety sources, or with facets. */
export function list(request: Request): Response {
  const query = new URL(request.url).searchParams;
  if (query.has('facets')) return json({ items: [], total: 90, facets });
  const page: SourcePage = { items: [row(1), row(2)], total: 90, total_is_minimum: false, next_cursor: 'next1' };
  return json(query.has('cursor') ? { ...page, prev_cursor: 'prev1' } : page);
}

/** The requests since the list was rendered. */
export let sent: Request[];

export const activity = () => json({ items: [{ source_id: row(1).id, counts: [4, 0, 2] }] });

export function renderList(
  path = '/newssources',
  handler = list,
  member = editor,
  activityHandler: () => Response = activity,
  more: Record<string, () => Response> = {},
) {
  sent = stubApi({
    'GET /newssources': handler,
    'GET /newssources/summary': () => json(summary),
    'GET /newssources/activity': activityHandler,
    ...more,
  });
  return { user: userEvent.setup(), ...renderPage(<SourcesPage />, { path, member }) };
}

/** Returns the query strings of the list requests, the newest last. */
export function listQueries(): string[] {
  return sent
    .map(({ url }) => new URL(url))
    .filter(({ pathname, searchParams }) => pathname === '/newssources' && searchParams.get('limit') !== '1')
    .map(({ search }) => decodeURIComponent(search));
}
