import { startTransition, useEffect, useState } from 'react';

/**
 * The rows of the first step, which React renders in one task together with the rest of the page.
 */
const FIRST_STEP = 5;
/** About a screen of rows. A browser inserts them in less than 100 ms. */
const STEP = 25;

/**
 * Returns how many rows of a table to show. Rows that arrive after the table was mounted are added
 * in steps, each in a separate task, so that the page stays responsive. Rows that exist on mount
 * are shown immediately, because restoring the scroll position needs their height.
 */
export function useRowSteps(count: number): number {
  const [shown, setShown] = useState(Math.max(count, FIRST_STEP));
  useEffect(() => {
    if (shown < count) startTransition(() => setShown(shown + STEP));
  }, [shown, count]);
  return Math.min(shown, count);
}
