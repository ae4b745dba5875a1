import { useEffect, useRef, type RefObject } from 'react';

/** Another page of a list starts at its top, once it is there. The content area scrolls, not the window. */
export function useScrollToTop(region: RefObject<HTMLElement | null>, ready: boolean, cursor: string | null): void {
  const shown = useRef(cursor);
  useEffect(() => {
    if (!ready || shown.current === cursor) return;
    shown.current = cursor;
    region.current?.closest('main')?.scrollTo(0, 0);
  }, [region, ready, cursor]);
}
