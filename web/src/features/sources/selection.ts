import { createContext, useCallback, useMemo, useState } from 'react';
import type { SourceRow } from '@/api/gen/types.gen';

/** The limit of the API for the sources of one request. */
export const MAX_SELECTED = 1000;

export interface Selection {
  ids: ReadonlySet<string>;
  /** The ids of the shown rows. */
  shown: string[];
  toggle: (ids: string[], isSelected: boolean) => void;
  clear: () => void;
}

const NONE: ReadonlySet<string> = new Set();

export const SelectionContext = createContext<Selection>({
  ids: NONE,
  shown: [],
  toggle: () => {},
  clear: () => {},
});

/**
 * Keeps the selected rows of the list. They stay selected on other pages and with other filters.
 */
export function useSelection(rows: SourceRow[] | undefined): Selection {
  const [ids, setIds] = useState(NONE);
  const toggle = useCallback(
    (changed: string[], isSelected: boolean) => setIds((before) => toggled(before, changed, isSelected)),
    [],
  );
  const clear = useCallback(() => setIds(NONE), []);
  return useMemo(() => ({ ids, shown: rows?.map(({ id }) => id) ?? [], toggle, clear }), [ids, rows, toggle, clear]);
}

/** Adds ids to a selection up to MAX_SELECTED, or removes them. */
export function toggled(before: ReadonlySet<string>, ids: string[], isSelected: boolean): ReadonlySet<string> {
  const after = new Set(before);
  for (const id of ids) {
    if (!isSelected) after.delete(id);
    else if (after.size < MAX_SELECTED) after.add(id);
  }
  return after;
}
