/** Reports whether two form values are equal; arrays and objects are compared by their content. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}

interface Merge<T> {
  /** The other member's values, overwritten by the local changes. */
  merged: T;
  /** Fields that only the other member changed. */
  theirChanges: (keyof T)[];
  /**
   * Fields that both members changed to different values; `merged` has the local value, or the
   * changes of both to a list.
   */
  conflicts: (keyof T)[];
}

/**
 * Three-way merge of two edits of the same version, field by field. `base` is the version that both
 * edits started from.
 */
export function mergeEdits<T extends object>(fields: readonly (keyof T)[], base: T, mine: T, theirs: T): Merge<T> {
  const result: Merge<T> = { merged: { ...theirs }, theirChanges: [], conflicts: [] };
  for (const field of fields) {
    const isMine = !isSameValue(base[field], mine[field]);
    const isTheirs = !isSameValue(base[field], theirs[field]);
    if (isMine) result.merged[field] = mine[field];
    if (isTheirs && !isMine) result.theirChanges.push(field);
    if (!isTheirs || !isMine) continue;
    const merged = mergeLists(base[field], mine[field], theirs[field]);
    if (merged) result.merged[field] = merged as T[keyof T];
    if (isSameValue(result.merged[field], theirs[field])) {
      if (!isSameValue(mine[field], theirs[field])) result.theirChanges.push(field);
    } else if (!merged || !isSameValue(merged, mine[field])) result.conflicts.push(field);
  }
  return result;
}

/**
 * Merges two edits of a list: the items that either person added, without those that either
 * removed.
 */
function mergeLists(base: unknown, mine: unknown, theirs: unknown): unknown[] | undefined {
  if (!Array.isArray(base) || !Array.isArray(mine) || !Array.isArray(theirs)) return undefined;
  const kept = theirs.filter((item) => mine.includes(item) || !base.includes(item)) as unknown[];
  const added = mine.filter((item) => !base.includes(item) && !theirs.includes(item)) as unknown[];
  return [...kept, ...added];
}
