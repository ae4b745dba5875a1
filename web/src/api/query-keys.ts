/**
 * Prefixes of the query keys, so that a mutation in one feature can invalidate the queries of
 * another feature. The source list appends its parameters to `sourceLists`; all queries of a source
 * start with `source(id)`.
 */
export const queryKeys = {
  sourceLists: ['sources'] as const,
  views: ['views'] as const,
  work: ['work'] as const,
  overview: ['overview'] as const,
  /** Alert rules, webhooks and deliveries. */
  alerts: ['alerts'] as const,
  tags: ['tags'] as const,
  summary: ['summary'] as const,
  imports: ['imports'] as const,
  liveLists: ['live-lists'] as const,
  changeSets: ['change-sets'] as const,
  /** Members, invitations and their history. */
  people: ['people'] as const,
  administrators: ['administrators'] as const,
  incidents: ['incidents'] as const,
  /** Whether all checks are paused. */
  checkStatus: ['check-status'] as const,
  tokens: ['tokens'] as const,
  previews: ['previews'] as const,
  suggestions: ['suggestions'] as const,
  /** The suggestions of the kind “field”, and the visits that find them. */
  suggestedFields: ['suggested-fields'] as const,
  /** Everything that an import changes, except the imports. */
  imported: [['sources'], ['summary'], ['tags'], ['source']] as const,
  source: (id: string) => ['source', id] as const,
  health: (id: string) => ['source', id, 'health'] as const,
  /** The attempts and items of an endpoint. */
  checks: (endpointId: string) => ['checks', endpointId] as const,
  logo: (id: string, version: string) => ['logo', id, version] as const,
  history: (id: string) => ['source', id, 'history'] as const,
};
