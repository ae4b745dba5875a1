import { isSameValue } from './patch';

export interface Merge<T> {
  /** Their values, overwritten by the local changes. */
  merged: T;
  /** Fields that only the other person changed. */
  taken: (keyof T)[];
  /** Fields that both changed to different values; `merged` has the local value. */
  contested: (keyof T)[];
}

/** Three-way merge of two edits of the same version, field by field. `base` is the version that both edits started from. */
export function mergeEdits<T extends object>(fields: readonly (keyof T)[], base: T, mine: T, theirs: T): Merge<T> {
  const result: Merge<T> = { merged: { ...theirs }, taken: [], contested: [] };
  for (const field of fields) {
    const changedHere = !isSameValue(base[field], mine[field]);
    const changedThere = !isSameValue(base[field], theirs[field]);
    if (changedHere) result.merged[field] = mine[field];
    if (changedThere && !changedHere) result.taken.push(field);
    if (changedThere && changedHere && !isSameValue(mine[field], theirs[field])) result.contested.push(field);
  }
  return result;
}
