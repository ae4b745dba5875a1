import { FlexRender, type Cell, type Header, type ReactTable, type RowData } from '@tanstack/react-table';
import { useRef, type CSSProperties, type ReactNode } from 'react';
import { gridTracks, tableMinWidth, type ColumnWidths } from './column-widths';
import { ColumnEdge } from './ColumnEdge';
import type { DataTableFeatures } from './data-table';
import classes from './DataTable.module.css';
import { Icon } from './Icon';
import { useArrowFocus } from './use-arrow-focus';
import { useRowClick } from './use-row-click';
import { useRowSteps } from './use-row-steps';

interface Props<T extends RowData> {
  table: ReactTable<DataTableFeatures, T>;
  /** The accessible name of the table. */
  label: string;
  /** The rows belong to the previous query while the new ones load. */
  busy?: boolean;
  /** The number of placeholder rows while the first rows load. */
  pendingRows?: number;
  /** The chosen widths by column. */
  widths?: ColumnWidths;
  /** Called with the widths after a column was resized. Without it, columns cannot be resized. */
  onResize?: (widths: ColumnWidths) => void;
}

const NO_WIDTHS: ColumnWidths = {};

/**
 * Renders a dense table, or cards on narrow screens. It sets the ARIA table roles explicitly,
 * because `display: grid` removes the table semantics from table elements.
 */
export function DataTable<T extends RowData>({
  table,
  label,
  busy = false,
  pendingRows = 0,
  widths = NO_WIDTHS,
  onResize,
}: Props<T>) {
  const root = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useArrowFocus(body, '[data-row-link]');
  useRowClick(body);
  const { rows } = table.getRowModel();
  const shownRows = rows.slice(0, useRowSteps(rows));
  const columns = table.getVisibleLeafColumns();
  const sized = columns.map(({ id, columnDef }) => ({ id, track: columnDef.meta?.track ?? 'minmax(0, 1fr)' }));

  function edge({ column, isPlaceholder }: Header<DataTableFeatures, T>) {
    if (!onResize || isPlaceholder || !column.getCanSort()) return null;
    return (
      <ColumnEdge
        column={sized.find(({ id }) => id === column.id)!}
        label={`Width of ${String(column.columnDef.header)}`}
        columns={sized}
        widths={widths}
        onResize={onResize}
        table={root}
      />
    );
  }

  return (
    <div
      ref={root}
      role="table"
      aria-label={label}
      aria-busy={busy || pendingRows > 0}
      className={`card ${classes.table}`}
      style={
        { '--tracks': gridTracks(sized, widths), '--min-width': `${tableMinWidth(sized, widths)}px` } as CSSProperties
      }
    >
      <div role="rowgroup" className={classes.head}>
        {table.getHeaderGroups().map((group) => (
          <div role="row" key={group.id} className={classes.headRow}>
            {group.headers.map((header) => (
              <HeaderCell
                key={header.id}
                header={header}
                isSized={widths[header.column.id] !== undefined}
                edge={edge(header)}
              />
            ))}
          </div>
        ))}
        {busy && <div className={classes.busy} />}
      </div>
      <div role="rowgroup" ref={body} className={classes.body} data-pending={pendingRows > 0 || undefined}>
        {shownRows.map((row) => (
          <div role="row" key={row.id} className={classes.row}>
            {row.getVisibleCells().map((cell) => (
              <BodyCell key={cell.id} cell={cell} />
            ))}
          </div>
        ))}
        {Array.from({ length: pendingRows }, (_, at) => (
          <div key={at} className={classes.row} aria-hidden="true">
            {columns.map((column) => (
              <div key={column.id} className={`truncate ${classes.cell}`} data-card={column.columnDef.meta?.card}>
                <div className={classes.placeholder} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending', false: 'none' } as const;

interface HeaderProps<T extends RowData> {
  header: Header<DataTableFeatures, T>;
  /** The width of the column was chosen. */
  isSized: boolean;
  edge: ReactNode;
}

function HeaderCell<T extends RowData>({ header, isSized, edge }: HeaderProps<T>) {
  const { column } = header;
  const align = column.columnDef.meta?.align;
  if (!column.getCanSort()) {
    return (
      <div role="columnheader" className={`hint ${classes.headCell}`} data-align={align}>
        <FlexRender header={header} />
      </div>
    );
  }
  const sorted = column.getIsSorted();
  return (
    <div
      role="columnheader"
      className={`hint ${classes.headCell}`}
      // Without it, the name would contain that of the edge.
      aria-label={edge ? String(column.columnDef.header) : undefined}
      aria-sort={ARIA_SORT[`${sorted}`]}
      data-align={align}
      data-sized={isSized ? '' : undefined}
    >
      <button
        type="button"
        className={classes.sort}
        title={column.columnDef.meta?.sortedBy}
        onClick={column.getToggleSortingHandler()}
      >
        <span className={classes.title}>
          <FlexRender header={header} />
        </span>
        <Icon name={sorted === 'desc' ? 'arrow-down' : 'arrow-up'} size={14} className={classes.sortIcon} />
      </button>
      {edge}
    </div>
  );
}

function BodyCell<T extends RowData>({ cell }: { cell: Cell<DataTableFeatures, T> }) {
  const meta = cell.column.columnDef.meta;
  return (
    <div role="cell" className={`truncate ${classes.cell}`} data-card={meta?.card} data-align={meta?.align}>
      {meta?.cardLabel && <span className={classes.cardLabel}>{meta.cardLabel}</span>}
      <FlexRender cell={cell} />
    </div>
  );
}
