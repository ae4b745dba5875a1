import { useMemo, useState } from 'react';

/** A list whose order is kept while a person works on it. */
export interface HeldOrder<T> {
  /**
   * The shown items with their latest content. An item that has left the list stays in its place
   * until the release.
   */
  items: { item: T; hasLeft: boolean }[];
  /** The number of items that left, moved or are not shown yet. */
  changes: number;
}

/**
 * Keeps the order of a list while `isHeld`. Items that are added at the end are shown at once,
 * because they move nothing. `released` is changed to apply the new order once. `dismissed` are the
 * keys of items that leave at once, because the person has decided about them.
 */
export function useHeldOrder<T>(
  current: T[],
  keyOf: (item: T) => string,
  { isHeld, released, dismissed }: { isHeld: boolean; released: string; dismissed?: ReadonlySet<string> },
): HeldOrder<T> {
  const keys = current.map(keyOf);
  const [held, setHeld] = useState({ released, items: current, keys });
  const isCurrent = held.released === released && held.keys.join() === keys.join();
  if ((!isHeld || held.released !== released) && !isCurrent) setHeld({ released, items: current, keys });
  const items = useMemo(() => current.map((item) => ({ item, hasLeft: false })), [current]);
  if (!isHeld || isCurrent) return { items, changes: 0 };

  const now = new Map(current.map((item) => [keyOf(item), item]));
  const kept = held.items.filter((item) => now.has(keyOf(item)) || !dismissed?.has(keyOf(item)));
  const lastShown = Math.max(...held.keys.map((key) => keys.indexOf(key)), -1);
  const appended = current.filter((item, index) => index > lastShown && !held.keys.includes(keyOf(item)));
  const all = [...kept, ...appended];
  // Appended items are shown from now on, so they keep their places too.
  if (appended.length > 0) setHeld({ released, items: all, keys: all.map(keyOf) });
  const heldItems = all.map((item) => ({
    item: now.get(keyOf(item)) ?? item,
    hasLeft: !now.has(keyOf(item)),
  }));
  const shown = heldItems.filter(({ hasLeft }) => !hasLeft).map(({ item }) => keyOf(item));
  const wanted = keys.filter((key) => shown.includes(key));
  const moved = shown.filter((key, index) => key !== wanted[index]).length;
  return { items: heldItems, changes: heldItems.length - shown.length + (keys.length - shown.length) + moved };
}
