import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Refetches a list when the number of its entries changes. Another query reports this number. A
 * request for the list that is already running continues: the event that refetched the number has
 * also started this request.
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
