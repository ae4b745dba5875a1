import type { AuditEvent, Endpoint, Preview, Source } from '@/api/gen/types.gen';

const ID = '0191d3f0-0000-7000-8000-000000000001';
const person = { id: '0191d3f0-0000-7000-8000-0000000000aa', email: 'ana@example.org', name: 'Ana Editor' };
const at = '2025-11-17T09:12:00Z';

/** Returns a source as the API sends it, with `changes` applied. */
export function aSource(changes: Partial<Source> = {}): Source {
  return {
    id: ID,
    name: 'El Ejemplo',
    homepage_url: 'https://elejemplo.es/',
    canonical_domain: 'elejemplo.es',
    path_prefix: '',
    lifecycle: 'active',
    country: 'ES',
    languages: ['es'],
    tier: 3,
    paywall: 'unknown',
    rights: 'unknown',
    tags: ['politics'],
    endpoints: [anEndpoint()],
    version: 3,
    created_at: at,
    updated_at: at,
    created_by: person,
    updated_by: person,
    ...changes,
  };
}

/** Returns an endpoint of that source. */
export function anEndpoint(changes: Partial<Endpoint> = {}): Endpoint {
  return {
    id: '0191d3f0-0000-7000-8000-0000000000e1',
    source_id: ID,
    kind: 'rss',
    url: 'https://elejemplo.es/feed',
    url_entered: 'elejemplo.es/feed',
    name: 'Portada',
    intent: 'active',
    has_credentials: false,
    version: 5,
    created_at: at,
    updated_at: at,
    ...changes,
  };
}

/** Returns a history event of that source. */
export function anEvent(changes: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id: '0191d3f0-0000-7000-8000-0000000000f1',
    at,
    actor: { ...person, role: 'editor' },
    action: 'source.created',
    target: { type: 'source', id: ID, name: 'El Ejemplo' },
    changes: [{ field: 'lifecycle', after: 'active' }],
    ...changes,
  };
}

/** Returns the test result of a working feed. */
export function aPreview(changes: Partial<Preview> = {}): Preview {
  return {
    url: 'https://elejemplo.es/feed',
    final_url: 'https://elejemplo.es/feed',
    from: 'given',
    rank: 1,
    group: 'main',
    outcome: 'ok',
    status: 200,
    hops: [],
    timings: { dns_ms: 3, connect_ms: 5, tls_ms: 11, first_byte_ms: 40, body_ms: 2, total_ms: 61 },
    kind: 'rss',
    title: 'Portada',
    items: 2,
    newest: at,
    per_day: 85,
    language: 'es',
    full_text: false,
    https: true,
    comments: false,
    warnings: [],
    preview: [
      {
        title: 'Newest item',
        url: 'https://elejemplo.es/1',
        published: at,
        author: 'Ana',
        summary: 'First sentence',
        identity: 'a',
      },
      { title: 'Item without a date', url: 'https://elejemplo.es/2', identity: 'b' },
    ],
    score: 60,
    preselected: true,
    content_type: 'application/rss+xml',
    content_encoding: 'gzip',
    charset: 'utf-8',
    bytes: 61_200,
    wire_bytes: 9_800,
    protocol: 'HTTP/2.0',
    dated: 1,
    duplicates: 0,
    headers: [{ name: 'Etag', value: '"abc"' }],
    ...changes,
  };
}
