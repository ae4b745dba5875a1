import { useEffect, useRef, type RefObject } from 'react';
import { useMatches } from 'react-router-dom';

/**
 * After navigation to another page, scrolls to the top and focuses the page's heading (or the
 * content area while the page loads), so that a screen reader announces it. A change of tab or
 * query keeps focus and scroll position. While a guard redirects, there is no page yet: a reload
 * passes the root, because the API answers it with a redirect.
 */
export function useRouteFocus(content: RefObject<HTMLElement | null>, isRedirecting: boolean): void {
  const page = useMatches().at(-1);
  const key = `${page?.id}:${page?.params.id ?? ''}`;
  const shown = useRef<string | null>(null);

  useEffect(() => {
    const isFirstPage = shown.current === null;
    if (isRedirecting || shown.current === key) return;
    shown.current = key;
    const area = content.current;
    // The browser sets the focus on the first page; the sign-in page focuses its first field.
    if (isFirstPage || !area || area.querySelector('[autofocus], [data-autofocus]')) return;
    area.scrollTo(0, 0);
    (area.querySelector<HTMLElement>('h1[tabindex]') ?? area).focus({ preventScroll: true });
  }, [key, content, isRedirecting]);
}
