import { useEffect, type RefObject } from 'react';

const CONTROLS = 'a, button, input, label, select';

/**
 * Makes a click on a row follow its link, including middle click and Ctrl+click. Text in the row
 * stays selectable and tooltips work, which a link stretched over the row would prevent.
 */
export function useRowClick(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    function onClick(event: MouseEvent) {
      const target = event.target as Element;
      const isMiddleClick = event.type === 'auxclick';
      if (event.defaultPrevented || (isMiddleClick && event.button !== 1) || target.closest(CONTROLS)) return;
      if (!getSelection()?.isCollapsed) return; // the user selected text
      const link = target.closest('[role="row"]')?.querySelector('[data-row-link]');
      if (!link) return;
      const { metaKey, shiftKey } = event;
      const ctrlKey = event.ctrlKey || isMiddleClick;
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
