import { useEffect, useRef, type RefObject } from 'react';

const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]';

/**
 * Keeps keyboard focus inside a container whose focused control was removed. When `key` has changed
 * and the browser has moved the focus to the body, the first element of the container that matches
 * `selector` gets the focus. A focused element elsewhere keeps the focus.
 */
export function useRestoreFocus<T extends HTMLElement>(key: unknown, selector = CONTROLS): RefObject<T | null> {
  const container = useRef<T>(null);
  const previousKey = useRef(key);
  useEffect(() => {
    if (previousKey.current === key) return;
    previousKey.current = key;
    if (document.activeElement !== document.body) return;
    container.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [key, selector]);
  return container;
}
