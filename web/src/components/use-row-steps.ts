import { startTransition, useEffect, useState } from 'react';

/**
 * The rows of the first step, which React renders in one task together with the rest of the page.
 */
const FIRST_STEP = 5;
/** About a screen of rows. A browser inserts them in less than 100 ms. */
const STEP = 25;

interface RowWithId {
  id: string;
}

/**
 * Returns how many rows of a table to show. Rows that arrive after the table was mounted, and rows
 * that replace all others, such as those of a search, are added in steps, each in a separate task,
 * so that the page stays responsive. Rows that exist on mount are shown immediately, because
 * restoring the scroll position needs their height.
 */
export function useRowSteps(rows: readonly RowWithId[]): number {
  const [shown, setShown] = useState(Math.max(rows.length, FIRST_STEP));
  const [lastRows, setLastRows] = useState(rows);
  if (rows !== lastRows) {
    setLastRows(rows);
    if (shown > STEP && areDisjoint(rows, lastRows)) setShown(STEP);
  }
  useEffect(() => {
    if (shown < rows.length) startTransition(() => setShown(shown + STEP));
  }, [shown, rows.length]);
  return Math.min(shown, rows.length);
}

function areDisjoint(rows: readonly RowWithId[], others: readonly RowWithId[]): boolean {
  const ids = new Set(others.map(({ id }) => id));
  return !rows.some(({ id }) => ids.has(id));
}
