import { useEffect, type RefObject } from 'react';

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Up, Down, Home and End move focus among the items in the container, beside Tab, which still reaches each. */
export function useArrowFocus(container: RefObject<HTMLElement | null>, selector: string): void {
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    function onKeyDown(event: KeyboardEvent) {
      const step = STEPS[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const items = [...element!.querySelectorAll<HTMLElement>(selector)];
      const at = items.indexOf(event.target as HTMLElement);
      if (at < 0) return; // the focus is on something else in there, which has its own keys
      event.preventDefault();
      items[step(at, items.length)]?.focus();
    }
    element.addEventListener('keydown', onKeyDown);
    return () => element.removeEventListener('keydown', onKeyDown);
  }, [container, selector]);
}
