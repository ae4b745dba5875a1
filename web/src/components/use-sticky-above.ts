import { useCallback, type RefCallback, type RefObject } from 'react';

/**
 * Returns a ref for a sticky bar above a region: the table headers of the region stick below the
 * bar.
 */
export function useStickyAbove(region: RefObject<HTMLElement | null>): RefCallback<HTMLElement> {
  return useCallback(
    (bar) => {
      if (!bar) return;
      const observer = new ResizeObserver(() => {
        region.current?.style.setProperty('--sticky-top', `calc(var(--content-top) + ${bar.offsetHeight}px)`);
      });
      observer.observe(bar);
      return () => observer.disconnect();
    },
    [region],
  );
}
