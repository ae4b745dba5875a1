import type { PopoverProps } from '@mantine/core';

/** The distance between a pop-up and the edge of the window or the action bar, in pixels. */
const GAP_PX = 8;
/** Less space shows too few options; the list then scrolls. */
const MIN_HEIGHT_PX = 120;

/** Marks the sticky bar with the buttons of a form. */
export const ACTION_BAR = { 'data-action-bar': true };

/** Returns the space at the bottom of the window that pop-ups must not cover. */
function bottomPadding(): number {
  const bar = document.querySelector('[data-action-bar]')?.getBoundingClientRect();
  return bar && bar.height > 0 ? Math.max(0, window.innerHeight - bar.top) + GAP_PX : GAP_PX;
}

/**
 * Pop-ups open above their field, or get shorter, rather than cover the action bar. The paddings
 * are getters, because the height of the bar is known only when a pop-up opens; Mantine reads the
 * options on every rendering.
 */
export const popupMiddlewares: NonNullable<PopoverProps['middlewares']> = {
  flip: {
    fallbackStrategy: 'bestFit',
    get padding() {
      return { top: GAP_PX, bottom: bottomPadding() };
    },
  },
  size: {
    get padding() {
      return { top: GAP_PX, bottom: bottomPadding() };
    },
    apply({ availableHeight, elements }) {
      elements.floating.style.maxHeight = `${Math.max(MIN_HEIGHT_PX, availableHeight)}px`;
      elements.floating.style.overflowY = 'auto';
    },
  },
};
