import { columnVisibilityFeature, metaHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table';

interface ColumnMeta {
  /**
   * The column width as a grid track, independent of the rows: a length, or fr with a minimum that
   * is a length.
   */
  track: string;
  /** The position in the card that replaces the row on narrow screens; `lead` precedes `title`. */
  card: 'lead' | 'title' | 'aside' | 'line' | 'none';
  /** The label of the value in a card. */
  cardLabel?: string;
  /** By what the rows are sorted, if it is not the shown value: the tooltip of the header. */
  sortedBy?: string;
  align?: 'end';
}

/** Table features. The server sorts and pages, and the URL holds the state. */
export const dataTableFeatures = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
});

export type DataTableFeatures = typeof dataTableFeatures;

/**
 * Rows of a loading table. A constant, because a new array on every render would reset the table.
 */
export const NO_ROWS: never[] = [];
