import { useEffect, useEffectEvent } from 'react';
import { ApiProblem } from '@/api/problem';

interface Query {
  error: unknown;
  data?: { items: unknown[] };
  isPlaceholderData: boolean;
}

/** A place that is no longer in the list, such as in an old link, is its start. True until the way there is found. */
export function useInvalidCursorReset(query: Query, cursor: string | null, goToStart: () => void): boolean {
  const refused = query.error instanceof ApiProblem && query.error.code === 'invalid_cursor';
  const empty = !query.isPlaceholderData && query.data?.items.length === 0;
  const lost = cursor !== null && (refused || empty);
  const go = useEffectEvent(goToStart);
  useEffect(() => {
    // Not in here: the address is changed at once, which React refuses while it is at work.
    if (lost) queueMicrotask(go);
  }, [lost]);
  return lost;
}
