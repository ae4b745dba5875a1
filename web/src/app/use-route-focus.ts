import { useEffect, useRef, type RefObject } from 'react';
import { useMatches } from 'react-router-dom';

/**
 * After a change of page, moves focus to its heading (or the content area while it loads) and scrolls to the top, as a
 * browser would, so that a screen reader reads the new page. Changes of tab or query stay on the same page.
 */
export function useRouteFocus(content: RefObject<HTMLElement | null>): void {
  const page = useMatches().at(-1);
  const key = `${page?.id}:${page?.params.id ?? ''}`;
  const shown = useRef<string | null>(null);

  useEffect(() => {
    const first = shown.current === null;
    if (shown.current === key) return;
    shown.current = key;
    const area = content.current;
    // On the first page the browser has its own idea, and sign-in focuses its first field.
    if (first || !area || area.querySelector('[autofocus], [data-autofocus]')) return;
    area.scrollTo(0, 0);
    (area.querySelector<HTMLElement>('h1[tabindex]') ?? area).focus({ preventScroll: true });
  }, [key, content]);
}
