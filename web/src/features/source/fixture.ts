import type { AuditEvent, Endpoint, Source } from '@/api/gen/types.gen';

const ID = '0191d3f0-0000-7000-8000-000000000001';
const person = { id: '0191d3f0-0000-7000-8000-0000000000aa', email: 'ana@example.org', name: 'Ana Editor' };
const at = '2025-11-17T09:12:00Z';

/** A source as the API sends it, for tests. */
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
