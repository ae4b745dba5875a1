import { useEffect, type RefObject } from 'react';

const CONTROLS = 'a, button, input, label, select';

/**
 * A click anywhere on a row follows its link, also into a new tab, as a click on the link would. The words in the row
 * can still be selected and hovered, which a link laid over them would prevent.
 */
export function useRowClick(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    function onClick(event: MouseEvent) {
      const target = event.target as Element;
      const middle = event.type === 'auxclick';
      if (event.defaultPrevented || (middle && event.button !== 1) || target.closest(CONTROLS)) return;
      if (!getSelection()?.isCollapsed) return; // words were selected, not a row
      const link = target.closest('[role="row"]')?.querySelector('[data-row-link]');
      if (!link) return;
      const { metaKey, shiftKey } = event;
      const ctrlKey = event.ctrlKey || middle;
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
    }
    element.addEventListener('click', onClick);
    element.addEventListener('auxclick', onClick);
    return () => {
      element.removeEventListener('click', onClick);
      element.removeEventListener('auxclick', onClick);
    };
  }, [container]);
}
