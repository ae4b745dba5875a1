import { startTransition, useEffect, useState } from 'react';

/** About a screen of rows: a browser inserts and lays them out well within 100 ms. */
const STEP = 25;

/**
 * Returns how many rows of a table to show. Rows that arrive after the table was mounted are added in steps, each in a
 * task of its own, so that the page reacts in between. Rows that are there at once are shown at once, because a restored
 * scroll position needs their height.
 */
export function useRowSteps(count: number): number {
  const [shown, setShown] = useState(Math.max(count, STEP));
  useEffect(() => {
    if (shown < count) startTransition(() => setShown(shown + STEP));
  }, [shown, count]);
  return Math.min(shown, count);
}
