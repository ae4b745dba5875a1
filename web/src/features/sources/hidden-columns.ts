import type { SourceRow } from '@/api/gen/types.gen';
import type { HideableColumn } from './sources.schema';

/**
 * Returns the columns to hide: those of the URL, and the state while all listed sources are active.
 */
export function hiddenColumns(
  chosen: readonly HideableColumn[],
  rows: readonly Pick<SourceRow, 'lifecycle'>[] = [],
): readonly HideableColumn[] {
  return rows.every(({ lifecycle }) => lifecycle === 'active') ? [...chosen, 'lifecycle'] : chosen;
}
