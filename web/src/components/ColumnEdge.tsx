import { useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import {
  gridTracks,
  MAX_COLUMN_WIDTH,
  MIN_COLUMN_WIDTH,
  resizeColumn,
  type ColumnWidths,
  type SizedColumn,
} from './column-widths';
import classes from './DataTable.module.css';

interface Props {
  column: SizedColumn;
  /** The accessible name. */
  label: string;
  /** The visible columns of the table, in their order. */
  columns: readonly SizedColumn[];
  widths: ColumnWidths;
  onResize: (widths: ColumnWidths) => void;
  table: RefObject<HTMLElement | null>;
}

/** The pixels by which an arrow key moves an edge. */
const KEY_STEP = 8;

/**
 * The right edge of a column, a slider that a pointer or the arrow keys move. The width is reported
 * at the end. Until then it is only set in the style of the table, because rendering its rows for
 * each movement would be slow.
 */
export function ColumnEdge({ column, label, columns, widths, onResize, table }: Props) {
  const { id } = column;
  const changed = useRef<ColumnWidths>(null);
  const drag = useRef<{ x: number; width: number }>(null);

  function applyWidths(element: HTMLElement, next: ColumnWidths | null) {
    changed.current = next;
    table.current?.style.setProperty('--tracks', gridTracks(columns, next ?? widths));
    element.parentElement?.toggleAttribute('data-sized', (next ?? widths)[id] !== undefined);
    announceWidth(element);
  }

  function resize(element: HTMLElement, wanted: number) {
    const shown = [...element.closest('[role=row]')!.children].map((cell) => cell.getBoundingClientRect().width);
    applyWidths(element, resizeColumn(columns, changed.current ?? widths, shown, id, wanted));
  }

  function finish() {
    const next = changed.current;
    drag.current = null;
    changed.current = null;
    if (next) onResize(next);
  }

  function reset() {
    changed.current = null;
    if (widths[id]) onResize({ ...widths, [id]: undefined });
  }

  function startDrag(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.preventDefault(); // prevents text selection
    event.currentTarget.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width: widthOf(event.currentTarget) };
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const element = event.currentTarget;
    const steps: Record<string, () => void> = {
      ArrowLeft: () => resize(element, widthOf(element) - KEY_STEP),
      ArrowRight: () => resize(element, widthOf(element) + KEY_STEP),
      Home: () => resize(element, MIN_COLUMN_WIDTH),
      End: () => resize(element, MAX_COLUMN_WIDTH),
      Enter: reset,
      Escape: () => {
        drag.current = null;
        applyWidths(element, null);
      },
    };
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step();
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      className={classes.edge}
      aria-label={label}
      aria-valuemin={MIN_COLUMN_WIDTH}
      aria-valuemax={MAX_COLUMN_WIDTH}
      aria-valuenow={widths[id] ?? MIN_COLUMN_WIDTH}
      title="Drag to change the width, double-click to reset it"
      onFocus={(event) => announceWidth(event.currentTarget)}
      onPointerDown={startDrag}
      onPointerMove={(event) => {
        if (drag.current) resize(event.currentTarget, drag.current.width + event.clientX - drag.current.x);
      }}
      onLostPointerCapture={finish}
      onDoubleClick={reset}
      onKeyDown={onKeyDown}
      onKeyUp={finish}
      onBlur={finish}
    />
  );
}

function widthOf(edge: HTMLElement): number {
  return edge.parentElement!.getBoundingClientRect().width;
}

/**
 * Sets the value for screen readers. The width of a flexible column is only known on the screen.
 */
function announceWidth(edge: HTMLElement): void {
  edge.setAttribute('aria-valuenow', String(Math.round(widthOf(edge))));
}
