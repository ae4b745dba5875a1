import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Marks the queries of these keys as outdated, and refetches those that are shown. */
export function invalidate(queryClient: QueryClient, ...queryKeys: QueryKey[]): void {
  for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey });
}
