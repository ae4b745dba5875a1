/** The limits of a chosen width in pixels. The API rejects others. */
export const MIN_COLUMN_WIDTH = 40;
export const MAX_COLUMN_WIDTH = 1200;

/** The chosen widths in pixels by column. */
export type ColumnWidths = Readonly<Record<string, number | undefined>>;

export interface SizedColumn {
  id: string;
  /** See ColumnMeta. */
  track: string;
}

/** Returns the tracks of a grid. */
export function gridTracks(columns: readonly SizedColumn[], widths: ColumnWidths): string {
  return columns.map(({ id, track }) => (widths[id] ? `${widths[id]}px` : track)).join(' ');
}

/**
 * Returns the least width of a table with chosen widths, so that its card contains the columns. The
 * browser would need the layout of all rows to find it.
 */
export function tableMinWidth(columns: readonly SizedColumn[], widths: ColumnWidths): number {
  const sizes = columns.map(({ id, track }) => widths[id] ?? Number(/(\d+)px/.exec(track)?.[1] ?? 0));
  return columns.some(({ id }) => widths[id]) ? sizes.reduce((sum, size) => sum + size) : 0;
}

/**
 * Returns the widths after the column `id` was resized to `wanted`. The columns on its left keep
 * their widths, so that its edge follows the pointer. `shown` are the widths on the screen.
 */
export function resizeColumn(
  columns: readonly SizedColumn[],
  widths: ColumnWidths,
  shown: readonly number[],
  id: string,
  wanted: number,
): ColumnWidths {
  const at = columns.findIndex((column) => column.id === id);
  const left = columns.flatMap(({ id: other, track }, i) =>
    i < at && !widths[other] && track.includes('fr') ? [[other, Math.round(shown[i]!)] as const] : [],
  );
  const width = Math.round(Math.min(Math.max(wanted, MIN_COLUMN_WIDTH), MAX_COLUMN_WIDTH));
  return { ...widths, ...Object.fromEntries(left), [id]: width };
}
