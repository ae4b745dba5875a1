import type { Incident, Session, SourceRow, Work, WorkChange } from '@/api/gen/types.gen';
import { editor, json, stubApi } from '@/test/api';
import { renderRoutes } from '@/test/render';
import { Component as WorkPage } from './WorkPage';

export const work: Work = {
  total: 3,
  snoozed: 0,
  states: ['failing', 'gone'],
  suggestions: [],
  groups: [
    {
      cause: 'dns',
      title: 'Host name not found',
      meaning: 'The host name cannot be resolved.',
      remedy: 'Check it.',
      sources: 2,
      snoozed: 0,
    },
    { cause: 'gone', title: 'Permanently gone', meaning: 'It is gone.', remedy: 'Archive it.', sources: 1, snoozed: 0 },
  ],
};

export const row: SourceRow = {
  id: '0191d3f0-0000-7000-8000-000000000001',
  name: 'El Ejemplo',
  homepage_url: 'https://elejemplo.es/',
  canonical_domain: 'elejemplo.es',
  path_prefix: '',
  lifecycle: 'active',
  languages: [],
  tags: [],
  paywall: 'unknown',
  rights: 'unknown',
  endpoint_count: 1,
  endpoint_kinds: ['rss'],
  version: 1,
  created_at: '2025-11-17T09:12:00Z',
  updated_at: '2025-11-17T09:12:00Z',
  health: {
    state: 'failing',
    cause: 'dns',
    since: '2025-11-17T09:12:00Z',
    reason: 'The host name cannot be resolved.',
  },
};

export const incident: Incident = {
  id: row.id,
  scope: 'service',
  failure: 'unreachable',
  checks: 100,
  failed: 90,
  domains: 80,
  started_at: '2025-11-18T09:12:00Z',
};

export const viewer = { ...editor, role: 'viewer' as const, can_write: false };

export function open(
  answer: () => Response,
  {
    rows = [row],
    path = '/newssources/work',
    outcomes = ['saved'],
    member = editor as Session,
    incidents = [] as Incident[],
    list = (() => json({ items: rows, total: rows.length, total_is_minimum: false })) as (request: Request) => Response,
  } = {},
) {
  let changes = 0;
  const sent = stubApi({
    'GET /newssources/work': answer,
    'GET /newssources/incidents': () => json({ items: incidents }),
    'GET /newssources': list,
    'POST /newssources/work/changes': async (request) => {
      const { items } = (await request.json()) as WorkChange;
      const outcome = outcomes[changes++] ?? 'saved';
      const detail =
        outcome === 'saved'
          ? undefined
          : 'Another member changed the assignment or the snooze meanwhile: the source is assigned to Ben.';
      return json({
        items: items.map(({ source_id, version }) => ({
          source_id,
          source_name: rows.find(({ id }) => id === source_id)?.name,
          outcome,
          detail,
          work: { version: version + 1 },
        })),
      });
    },
  });
  renderRoutes([{ path: '*', element: <WorkPage /> }], { path, member });
  return sent;
}
