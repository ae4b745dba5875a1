import type { SourceHealth } from '@/api/gen/types.gen';

/** Returns the id of an endpoint with the state and cause of the source. */
export function worstEndpoint({ state, cause, endpoints }: SourceHealth): string | undefined {
  return endpoints.find((endpoint) => endpoint.is_checked && endpoint.state === state && endpoint.cause === cause)
    ?.endpoint_id;
}
