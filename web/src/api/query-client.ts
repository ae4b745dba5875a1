import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem, isTransient } from './problem';

/** With the delays below, retries take about 15 s: longer than a rolling restart. */
const MAX_RETRIES = 4;
const MAX_BACK_OFF_MS = 8_000;

/** Reports whether to retry a query: only transient errors, up to MAX_RETRIES times. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < MAX_RETRIES && isTransient(error);
}

/** Returns the delay before a retry: exponential back-off, at least Retry-After. */
export function retryDelay(failures: number, error: unknown): number {
  return Math.max(Math.min(1000 * 2 ** failures, MAX_BACK_OFF_MS), retryAfterMs(error));
}

function retryAfterMs(error: unknown): number {
  return error instanceof ApiProblem ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
}

/**
 * Returns when a query is tried again, if it waits because the API asked for a longer wait than the
 * back-off (Retry-After). `failure` is why the last attempt failed.
 */
export function nextAttempt(failure: unknown, isFetching: boolean): Date | undefined {
  return isFetching && failure instanceof ApiProblem && retryAfterMs(failure) > MAX_BACK_OFF_MS
    ? failure.retryAt
    : undefined;
}

/** The first element of the query key of the signed-in member. */
export const MEMBER_KEY = 'member';

export function createQueryClient(): QueryClient {
  /** Refetches the member after a 403, because the member's role may have changed. */
  function onError(error: Error, queryKey?: readonly unknown[]) {
    const forbidden = error instanceof ApiProblem && error.status === 403;
    if (forbidden && queryKey?.[0] !== MEMBER_KEY) void queryClient.invalidateQueries({ queryKey: [MEMBER_KEY] });
  }
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => onError(error, query.queryKey) }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: {
      queries: { retry: shouldRetry, retryDelay, refetchOnWindowFocus: true, staleTime: 10_000 },
      // Only the user repeats a write. Without networkMode, a write made offline would be sent on
      // reconnecting.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return queryClient;
}
