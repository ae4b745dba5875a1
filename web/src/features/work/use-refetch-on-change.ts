import { useEffect, useEffectEvent, useRef } from 'react';

/** Reads all loaded pages of a list again when the number of its entries, which another query reports, has changed. */
export function useRefetchOnChange(query: { refetch: () => unknown }, count: number): void {
  const previous = useRef(count);
  const refetch = useEffectEvent(() => void query.refetch());
  useEffect(() => {
    if (previous.current === count) return;
    previous.current = count;
    refetch();
  }, [count]);
}
