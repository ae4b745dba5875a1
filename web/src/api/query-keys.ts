/**
 * The first elements of the query keys, so that a change in one feature can refresh what another one shows.
 * A list adds its own query behind `lists`; everything of one source stands behind its id.
 */
export const queryKeys = {
  sourceLists: ['sources'] as const,
  tags: ['tags'] as const,
  summary: ['summary'] as const,
  imports: ['imports'] as const,
  previews: ['previews'] as const,
  source: (id: string) => ['source', id] as const,
  logo: (id: string, version: string) => ['logo', id, version] as const,
  history: (id: string) => ['source', id, 'history'] as const,
};
