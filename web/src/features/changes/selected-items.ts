import { createContext } from 'react';
import type { ChangeItemResult } from '@/api/gen/types.gen';

export interface Selected {
  /** The result of the items that can be selected; undefined if none can. */
  selectable: ChangeItemResult | undefined;
  /** The numbers of the selected items. */
  selected: ReadonlySet<number>;
  setSelected: (selected: ReadonlySet<number>) => void;
}

export const SelectedItems = createContext<Selected>({
  selectable: undefined,
  selected: new Set(),
  setSelected: () => {},
});
