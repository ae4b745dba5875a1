import { useTable, type RowData, type TableOptions } from '@tanstack/react-table';
import { dataTableFeatures, NO_ROWS, type DataTableFeatures } from './data-table';
import { DataTable } from './DataTable';

interface Props<T extends RowData> {
  columns: TableOptions<DataTableFeatures, T>['columns'];
  /** Undefined while the first rows load. */
  rows: T[] | undefined;
  idOf: (row: T) => string;
  /** The accessible name of the table. */
  label: string;
  busy?: boolean;
  /** The number of placeholder rows while the first rows load. */
  pendingRows?: number;
  /** Which columns are shown, by their id; the others are shown. */
  visibility?: Record<string, boolean>;
}

/** A table whose order is that of its rows. */
export function StaticTable<T extends RowData>(props: Props<T>) {
  const { columns, rows, idOf, label, busy, pendingRows = 0, visibility = ALL } = props;
  const table = useTable({
    features: dataTableFeatures,
    columns,
    data: rows ?? NO_ROWS,
    getRowId: idOf,
    enableSorting: false,
    state: { columnVisibility: visibility },
  });
  return <DataTable table={table} label={label} busy={busy} pendingRows={rows ? 0 : pendingRows} />;
}

const ALL = {};
