import { isSameValue } from './patch';

export interface Merge<T> {
  /** Their values, overwritten by the local changes. */
  merged: T;
  /** Fields that only the other person changed. */
  theirChanges: (keyof T)[];
  /** Fields that both changed to different values; `merged` has the local value. */
  conflicts: (keyof T)[];
}

/** Three-way merge of two edits of the same version, field by field. `base` is the version that both edits started from. */
export function mergeEdits<T extends object>(fields: readonly (keyof T)[], base: T, mine: T, theirs: T): Merge<T> {
  const result: Merge<T> = { merged: { ...theirs }, theirChanges: [], conflicts: [] };
  for (const field of fields) {
    const isMine = !isSameValue(base[field], mine[field]);
    const isTheirs = !isSameValue(base[field], theirs[field]);
    if (isMine) result.merged[field] = mine[field];
    if (isTheirs && !isMine) result.theirChanges.push(field);
    if (isTheirs && isMine && !isSameValue(mine[field], theirs[field])) result.conflicts.push(field);
  }
  return result;
}
