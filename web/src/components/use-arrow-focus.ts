import { useEffect, type RefObject } from 'react';

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => Math.min(index + 1, count - 1),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Moves the focus between the container's items with Up, Down, Home and End. Tab still reaches each
 * item.
 */
export function useArrowFocus(container: RefObject<HTMLElement | null>, selector: string): void {
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    function onKeyDown(event: KeyboardEvent) {
      const step = STEPS[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const items = [...element!.querySelectorAll<HTMLElement>(selector)];
      const index = items.indexOf(event.target as HTMLElement);
      if (index < 0) return; // another element in the container has the focus
      event.preventDefault();
      items[step(index, items.length)]?.focus();
    }
    element.addEventListener('keydown', onKeyDown);
    return () => element.removeEventListener('keydown', onKeyDown);
  }, [container, selector]);
}
