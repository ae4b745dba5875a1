import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Reads a list again when the number of its entries, which another query reports, has changed. A
 * request that is under way is not repeated, because an event that changes the number starts both.
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
