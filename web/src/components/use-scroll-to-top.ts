import { useEffect, useRef, type RefObject } from 'react';

/** Scrolls the content area to the top when another page of a list has loaded. */
export function useScrollToTop(region: RefObject<HTMLElement | null>, ready: boolean, cursor: string | null): void {
  const shown = useRef(cursor);
  useEffect(() => {
    if (!ready || shown.current === cursor) return;
    shown.current = cursor;
    region.current?.closest('main')?.scrollTo(0, 0);
  }, [region, ready, cursor]);
}
