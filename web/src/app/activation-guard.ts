/**
 * Two clicks at one place within this time are a double click: the longest default of the operating
 * systems.
 */
const DOUBLE_CLICK_MS = 500;
/** A pointer that moved less than this has not chosen another control. */
const SAME_PLACE_PX = 10;

const CONTROLS = 'button, a[href]';
/** Marks controls that people press several times in quick succession, such as “Next page”. */
const REPEATABLE = '[data-repeatable]';
/** Fields in which a held Enter key types several lines. */
const MULTILINE = 'textarea, [contenteditable]';

interface Activation {
  at: number;
  /** Undefined for an activation with the keyboard. */
  place: { x: number; y: number } | undefined;
  control: Element;
  label: string;
}

/**
 * Ignores the second click of a double click, and Enter while it is held, so that an action is sent
 * once and a button that changed its meaning in place, or that took the place of another one, is
 * pressed on purpose. Returns a function that ends the guard.
 */
export function guardActivations(page: Document): () => void {
  let last: Activation | undefined;
  const observer = new MutationObserver(() => {
    // The delay starts again when the control below the pointer changes, because the person has not
    // seen it before.
    const control = last?.place && controlOf(page.elementFromPoint(last.place.x, last.place.y));
    if (last && control && isOther(last, control)) {
      last = { ...last, at: performance.now(), control, label: '' };
      observer.disconnect();
    }
  });

  function onClick(event: MouseEvent) {
    const control = controlOf(event.target);
    if (!control) return;
    const place = event.detail > 0 ? { x: event.clientX, y: event.clientY } : undefined;
    if (last && isSamePlace(last.place, place) && isDouble(last, control, event)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    last = { at: performance.now(), place, control, label: labelOf(control) };
    observer.observe(page.body, { subtree: true, childList: true, characterData: true });
  }
  function onPointerMove({ clientX: x, clientY: y }: PointerEvent) {
    if (last?.place && !isSamePlace(last.place, { x, y })) forget();
  }
  function onKeyDown(event: KeyboardEvent) {
    const isEnter = event.key === 'Enter';
    if (isEnter && event.repeat && !(event.target as Element).closest(MULTILINE)) event.preventDefault();
    if (!isEnter && event.key !== ' ' && last && !last.place) forget();
  }
  function forget() {
    last = undefined;
    observer.disconnect();
  }

  page.addEventListener('click', onClick, true);
  page.addEventListener('pointermove', onPointerMove, { capture: true, passive: true });
  page.addEventListener('keydown', onKeyDown, true);
  // A value was chosen or typed since the last activation, so the next one is on purpose.
  page.addEventListener('input', forget, true);
  return () => {
    forget();
    page.removeEventListener('click', onClick, true);
    page.removeEventListener('pointermove', onPointerMove, true);
    page.removeEventListener('keydown', onKeyDown, true);
    page.removeEventListener('input', forget, true);
  };
}

/**
 * Reports whether a click at the place of the last activation is the second click of a double
 * click.
 */
function isDouble(last: Activation, control: Element, { detail }: MouseEvent): boolean {
  if (performance.now() - last.at > DOUBLE_CLICK_MS) return false;
  // The focus moved to another control, such as the first item of the menu that the last key
  // opened.
  if (!last.place && control !== last.control && last.control.isConnected) return false;
  // After Back, the link that opened the page has the focus again.
  if (!last.place && control.matches('a[href]')) return false;
  const isRepeatable = control.closest(REPEATABLE) !== null && labelOf(control) === last.label;
  return !isRepeatable && (isOther(last, control) || detail > 1);
}

function isOther({ control, label }: Activation, now: Element): boolean {
  return control !== now || label !== labelOf(now);
}

function isSamePlace(a: Activation['place'], b: Activation['place']): boolean {
  if (!a || !b) return a === b;
  return Math.abs(a.x - b.x) <= SAME_PLACE_PX && Math.abs(a.y - b.y) <= SAME_PLACE_PX;
}

function controlOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(CONTROLS) : null;
}

function labelOf(control: Element): string {
  return control.getAttribute('aria-label') ?? control.textContent;
}
