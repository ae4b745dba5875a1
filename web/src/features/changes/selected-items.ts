import { createContext } from 'react';

interface Selected {
  /** The numbers of the selected items. */
  selected: ReadonlySet<number>;
  setSelected: (selected: ReadonlySet<number>) => void;
}

export const SelectedItems = createContext<Selected>({ selected: new Set(), setSelected: () => {} });
