import type { SourceHealth } from '@/api/gen/types.gen';

/**
 * Returns the id of an endpoint with the state and cause of the source; during an incident, with
 * the last known ones.
 */
export function worstEndpoint(health: SourceHealth): string | undefined {
  const { state, cause } = health.last_known ?? health;
  return health.endpoints.find((endpoint) => {
    const known = endpoint.last_known ?? endpoint;
    return endpoint.is_checked && known.state === state && known.cause === cause;
  })?.endpoint_id;
}
