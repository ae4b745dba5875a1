import { createContext, useCallback, useMemo, useRef, useState } from 'react';
import type { SourceRow } from '@/api/gen/types.gen';

/** The limit of the API for the sources that a request names. */
export const MAX_SELECTED = 1000;

export interface Selection {
  ids: ReadonlySet<string>;
  /** Whether all sources that match the filters are selected; `ids` are then the shown rows. */
  isAll: boolean;
  /** The ids of the shown rows. */
  shown: string[];
  toggle: (ids: string[], isSelected: boolean) => void;
  /** Changes a row and, with `isRange`, the rows between it and the row that was changed last. */
  toggleRow: (id: string, isSelected: boolean, isRange: boolean) => void;
  /** Selects all sources that match the filters. */
  selectAll: () => void;
  clear: () => void;
}

const NONE: ReadonlySet<string> = new Set();

export const SelectionContext = createContext<Selection>({
  ids: NONE,
  isAll: false,
  shown: [],
  toggle: () => {},
  toggleRow: () => {},
  selectAll: () => {},
  clear: () => {},
});

interface State {
  ids: ReadonlySet<string>;
  /** The filters for which all sources are selected. */
  allOf?: string;
}

/**
 * Keeps the selected rows of the list. They stay selected on other pages and with other filters;
 * the selection of all sources that match ends when the filters change. `filters` identifies them.
 */
export function useSelection(rows: SourceRow[] | undefined, filters: string): Selection {
  const [state, setState] = useState<State>({ ids: NONE });
  const lastToggled = useRef<string>(undefined);
  const shown = useMemo(() => rows?.map(({ id }) => id) ?? [], [rows]);
  const isAll = state.allOf === filters;
  const shownOfAll = useMemo(() => (isAll ? new Set(shown) : undefined), [isAll, shown]);
  const ids = shownOfAll ?? state.ids;

  const toggle = useCallback(
    (changed: string[], isSelected: boolean) => {
      // Without one of its rows, the selection of all becomes the selection of the shown rows.
      setState(({ ids: before, allOf }) => ({
        ids: toggled(allOf === filters ? new Set(shown) : before, changed, isSelected),
      }));
    },
    [filters, shown],
  );
  const toggleRow = useCallback(
    (id: string, isSelected: boolean, isRange: boolean) => {
      toggle(isRange ? rangeOf(shown, lastToggled.current, id) : [id], isSelected);
      lastToggled.current = id;
    },
    [shown, toggle],
  );
  const selectAll = useCallback(() => setState({ ids: NONE, allOf: filters }), [filters]);
  const clear = useCallback(() => setState({ ids: NONE }), []);
  return useMemo(
    () => ({ ids, isAll, shown, toggle, toggleRow, selectAll, clear }),
    [ids, isAll, shown, toggle, toggleRow, selectAll, clear],
  );
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

/** Returns the rows between two rows, both included; only `to` if `from` is not shown. */
export function rangeOf(shown: string[], from: string | undefined, to: string): string[] {
  const ends = [shown.indexOf(from ?? to), shown.indexOf(to)];
  return ends.includes(-1) ? [to] : shown.slice(Math.min(...ends), Math.max(...ends) + 1);
}
