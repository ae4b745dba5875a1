import { createContext, useContext } from 'react';

interface PageActivity {
  /** The items by day of the sources of the page, or undefined while they load. */
  counts: Map<string, number[]> | undefined;
  isError: boolean;
}

export const ActivityContext = createContext<PageActivity>({ counts: undefined, isError: false });

/**
 * Returns the items of a source by day, the oldest first and empty without items, or undefined
 * while they load.
 */
export function useActivityOf(id: string): { counts: number[] | undefined; isError: boolean } {
  const { counts, isError } = useContext(ActivityContext);
  return { counts: counts?.get(id), isError };
}
