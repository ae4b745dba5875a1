import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Refetches a list when the number of its entries, which another query reports, has changed. A
 * running request is not repeated, because the event that changes the number refetches both
 * queries.
 */
export function useRefetchOnChange(
  query: { refetch: (options: { cancelRefetch: boolean }) => unknown },
  count: number | undefined,
): void {
  const previous = useRef(count);
  const refetch = useEffectEvent(() => void query.refetch({ cancelRefetch: false }));
  useEffect(() => {
    if (previous.current === count) return;
    if (previous.current !== undefined) refetch();
    previous.current = count;
  }, [count]);
}
