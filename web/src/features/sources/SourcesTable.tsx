import { useTable, type SortingState, type Updater } from '@tanstack/react-table';
import { useDeferredValue } from 'react';
import type { SourceRow } from '@/api/gen/types.gen';
import { dataTableFeatures, NO_ROWS } from '@/components/data-table';
import { DataTable } from '@/components/DataTable';
import { ActivityProvider } from './ActivityProvider';
import { columns } from './columns';
import { hiddenColumns } from './hidden-columns';
import { selectionColumn } from './SelectionColumn';
import type { HideableColumn, SORTS, SourcesSearch } from './sources.schema';
import type { ChangeSearch } from './use-sources-search';

interface Props {
  search: SourcesSearch;
  onChange: ChangeSearch;
  /** Undefined while the first rows load. */
  rows: SourceRow[] | undefined;
  busy: boolean;
  /** The columns that are hidden because they do not fit. */
  leftOut: HideableColumn[];
}

export function SourcesTable({ search, onChange, rows, busy, leftOut }: Props) {
  // New rows are rendered with low priority, so that the page stays responsive. If the rows are
  // known when the page opens, the first screen of them is rendered before the others.
  const shownRows = useDeferredValue(rows, rows?.slice(0, SCREEN_ROWS));
  const isPending = shownRows?.[0] !== rows?.[0];
  const sorting: SortingState = [{ id: search.sort.replace('-', ''), desc: search.sort.startsWith('-') }];
  const hidden = [...hiddenColumns(search.hide, isPending ? shownRows : rows), ...leftOut];
  const table = useTable({
    features: dataTableFeatures,
    columns: selectableColumns,
    data: shownRows ?? NO_ROWS,
    getRowId: (row) => row.id,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: { sorting, columnVisibility: Object.fromEntries(hidden.map((column) => [column, false])) },
    onSortingChange: (updater: Updater<SortingState>) => {
      const [next] = typeof updater === 'function' ? updater(sorting) : updater;
      if (next) onChange({ sort: `${next.desc ? '-' : ''}${next.id}` as (typeof SORTS)[number] });
    },
  });
  return (
    <ActivityProvider rows={(isPending ? shownRows : rows) ?? NO_ROWS} hidden={search.hide}>
      <DataTable
        table={table}
        label="Sources"
        busy={busy || isPending}
        pendingRows={shownRows ? 0 : SCREEN_ROWS}
        widths={search.widths}
        onResize={(widths) => onChange({ widths }, { replace: true })}
      />
    </ActivityProvider>
  );
}

/** Constant, because the table would reset its state if the columns changed with every render. */
const selectableColumns = [selectionColumn, ...columns];

/** The number of rows that fill a screen. */
const SCREEN_ROWS = 20;
