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

/** Returns the width to which a column shrinks: the length or the minimum of its track. */
export function minWidth(track: string): number {
  return Number(/(\d+)px/.exec(track)?.[1] ?? 0);
}

/**
 * Returns the tracks of a grid. A chosen width is the maximum of its track, so that a table never
 * becomes wider than the window.
 */
export function gridTracks(columns: readonly SizedColumn[], widths: ColumnWidths): string {
  return columns
    .map(({ id, track }) => {
      const width = widths[id];
      return width ? `minmax(${Math.min(width, minWidth(track))}px, ${width}px)` : track;
    })
    .join(' ');
}

/**
 * Returns the widths after the column `id` was resized to `wanted`. The columns on its left keep
 * their widths, so that its edge follows the pointer; flexible columns on its right shrink or
 * grow. `shown` are the widths on the screen, and `total` is that of the table.
 */
export function resizeColumn(
  columns: readonly SizedColumn[],
  widths: ColumnWidths,
  shown: readonly number[],
  total: number,
  id: string,
  wanted: number,
): ColumnWidths {
  const at = columns.findIndex((column) => column.id === id);
  const isFlexible = (column: SizedColumn) => !widths[column.id] && column.track.includes('fr');
  const left = columns.flatMap((column, i) =>
    i < at && isFlexible(column) ? [[column.id, Math.round(shown[i]!)] as const] : [],
  );
  const unused = total - shown.reduce((sum, width) => sum + width, 0);
  const room = columns.reduce(
    (sum, column, i) => (i > at && isFlexible(column) ? sum + shown[i]! - minWidth(column.track) : sum),
    unused,
  );
  const maxWidth = Math.min(shown[at]! + Math.max(room, 0), MAX_COLUMN_WIDTH);
  const width = Math.max(Math.floor(Math.min(wanted, maxWidth)), MIN_COLUMN_WIDTH);
  // Without room, nothing changes.
  return width === Math.round(shown[at]!) ? widths : { ...widths, ...Object.fromEntries(left), [id]: width };
}
