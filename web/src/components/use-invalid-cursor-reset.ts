import { useEffect, useEffectEvent } from 'react';
import { ApiProblem } from '@/api/problem';

interface Query {
  error: unknown;
  data?: { items: unknown[] };
  isPlaceholderData: boolean;
}

/**
 * Goes to the first page when the cursor is no longer valid, as in an old link. Returns whether
 * that navigation is pending.
 */
export function useInvalidCursorReset(query: Query, cursor: string | null, goToFirstPage: () => void): boolean {
  const rejected = query.error instanceof ApiProblem && query.error.code === 'invalid_cursor';
  const empty = !query.isPlaceholderData && query.data?.items.length === 0;
  const isInvalid = cursor !== null && (rejected || empty);
  const reset = useEffectEvent(goToFirstPage);
  useEffect(() => {
    // The callback navigates with flushSync, which React does not allow during an effect.
    if (isInvalid) queueMicrotask(reset);
  }, [isInvalid]);
  return isInvalid;
}
