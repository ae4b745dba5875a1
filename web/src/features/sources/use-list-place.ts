import { useEffect, type RefObject } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const STORAGE_KEY = 'sources-place';

/** Which row was opened from which history entry, and how far the list was scrolled. */
interface Place {
  entry: string;
  href: string;
  top: number;
}

/**
 * Back from a source leads to the row it was opened from. The content area scrolls, not the window, so the browser does
 * not do it by itself.
 */
export function useListPlace(region: RefObject<HTMLElement | null>, ready: boolean): void {
  const { key } = useLocation();
  const arrivedBy = useNavigationType();

  useEffect(() => {
    const element = region.current;
    if (!element) return;
    function remember(event: MouseEvent) {
      const href = (event.target as Element).closest('[data-row-link]')?.getAttribute('href');
      const top = scrolling(element!)?.scrollTop ?? 0;
      if (href) keep({ entry: key, href, top });
    }
    element.addEventListener('click', remember, { capture: true });
    return () => element.removeEventListener('click', remember, { capture: true });
  }, [region, key]);

  useEffect(() => {
    const place = read();
    if (!ready || arrivedBy !== 'POP' || place?.entry !== key) return;
    // The shell moves scroll and focus to the top of a new page first.
    const frame = requestAnimationFrame(() => {
      keep(null);
      const element = region.current;
      if (!element) return;
      scrolling(element)?.scrollTo(0, place.top);
      element
        .querySelector<HTMLElement>(`[data-row-link][href="${CSS.escape(place.href)}"]`)
        ?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [region, ready, arrivedBy, key]);
}

function scrolling(element: HTMLElement): HTMLElement | null {
  return element.closest('main');
}

// Storage may be blocked; then Back leads to the top of the list.
function keep(place: Place | null): void {
  try {
    if (place) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(place));
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    return;
  }
}

function read(): Place | null {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Place | null;
  } catch {
    return null;
  }
}
