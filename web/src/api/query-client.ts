import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem, isTransient } from './problem';

/** With the delays below about 15 s: longer than a rolling restart, shorter than a person's patience. */
const MAX_RETRIES = 4;
const MAX_DELAY_MS = 8_000;

/** Only what may heal by waiting is asked again: a 4xx would be answered the same. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < MAX_RETRIES && isTransient(error);
}

export function retryDelay(failures: number, error: unknown): number {
  const advised = error instanceof ApiProblem ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.min(Math.max(1000 * 2 ** failures, advised), MAX_DELAY_MS);
}

/** The first element of the query key under which the signed-in person is kept. */
export const MEMBER_KEY = 'member';

export function createQueryClient(): QueryClient {
  /** A refusal may mean that the person's role changed a moment ago: look again, so that the screen follows. */
  function onError(error: Error, queryKey?: readonly unknown[]) {
    const refused = error instanceof ApiProblem && error.status === 403;
    if (refused && queryKey?.[0] !== MEMBER_KEY) void queryClient.invalidateQueries({ queryKey: [MEMBER_KEY] });
  }
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => onError(error, query.queryKey) }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: {
      queries: { retry: shouldRetry, retryDelay, refetchOnWindowFocus: true, staleTime: 10_000 },
      // A write is repeated by the person who wants it, never behind their back.
      mutations: { retry: false },
    },
  });
  return queryClient;
}
