import { useEffect, type RefObject } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const STORAGE_KEY = 'sources-position';

/** The row that was opened, the history entry of the list and its scroll position. */
interface Position {
  entry: string;
  href: string;
  top: number;
}

/**
 * Restores scroll position and focused row when the user goes back from a source to the list. The browser restores only
 * the window's scroll position, but the content area scrolls.
 */
export function useListPositionRestore(region: RefObject<HTMLElement | null>, ready: boolean): void {
  const { key } = useLocation();
  const navigationType = useNavigationType();

  useEffect(() => {
    const element = region.current;
    if (!element) return;
    function remember(event: MouseEvent) {
      const href = (event.target as Element).closest('[data-row-link]')?.getAttribute('href');
      const top = scrollArea(element!)?.scrollTop ?? 0;
      if (href) save({ entry: key, href, top });
    }
    element.addEventListener('click', remember, { capture: true });
    return () => element.removeEventListener('click', remember, { capture: true });
  }, [region, key]);

  useEffect(() => {
    const position = read();
    if (!ready || navigationType !== 'POP' || position?.entry !== key) return;
    // The shell first scrolls to the top and focuses the heading.
    const frame = requestAnimationFrame(() => {
      save(null);
      const element = region.current;
      if (!element) return;
      scrollArea(element)?.scrollTo(0, position.top);
      element
        .querySelector<HTMLElement>(`[data-row-link][href="${CSS.escape(position.href)}"]`)
        ?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [region, ready, navigationType, key]);
}

function scrollArea(element: HTMLElement): HTMLElement | null {
  return element.closest('main');
}

// Without storage, the position is not restored.
function save(position: Position | null): void {
  try {
    if (position) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(position));
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    return;
  }
}

function read(): Position | null {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Position | null;
  } catch {
    return null;
  }
}
