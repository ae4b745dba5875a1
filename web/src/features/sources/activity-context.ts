import { createContext, useContext } from 'react';

/** The items by day of the sources of the page, or undefined while they load. */
export const ActivityContext = createContext<Map<string, number[]> | undefined>(undefined);

/** Returns the items of a source by day, the oldest first and empty without items, or undefined while they load. */
export function useActivityOf(id: string): number[] | undefined {
  return useContext(ActivityContext)?.get(id);
}
