interface Query {
  data: unknown;
  failureReason: unknown;
}

/**
 * Returns why a query has no data, from its first failed attempt on, so that a page reports an
 * outage while the automatic retries still run. Returns null when there is data or no attempt has
 * failed.
 */
export function loadError({ data, failureReason }: Query): unknown {
  return data === undefined ? failureReason : null;
}
