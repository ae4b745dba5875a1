import { columnVisibilityFeature, metaHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table';

export interface ColumnMeta {
  /** Its width as a grid track. In `fr`, so that widths depend on the screen and never on the rows of a page. */
  track: string;
  /** Where it goes when the screen is too narrow for columns and a row becomes a card. */
  card: 'title' | 'aside' | 'line' | 'none';
  /** Before the value in a card, where no header says what it is. */
  cardLabel?: string;
  align?: 'end';
}

/** What our tables can do: the server sorts and pages, the address holds the state, columns can be hidden. */
export const dataTableFeatures = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
});

export type DataTableFeatures = typeof dataTableFeatures;

/** For tables whose rows are not there yet: one array for all, since a new one would be new data at every render. */
export const NO_ROWS: never[] = [];
