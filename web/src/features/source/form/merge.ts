import { isSameValue } from './patch';

export interface Merge<T> {
  /** What to go on with: theirs, and over it what this person changed. */
  merged: T;
  /** Only they changed it: taken over. */
  taken: (keyof T)[];
  /** Both changed it, to different values: the person chooses; `merged` has mine until then. */
  contested: (keyof T)[];
}

/**
 * Brings together two edits of the same version, field by field. `base` is what both began with.
 * Where both came to the same value there is nothing to say.
 */
export function mergeEdits<T extends object>(fields: readonly (keyof T)[], base: T, mine: T, theirs: T): Merge<T> {
  const result: Merge<T> = { merged: { ...theirs }, taken: [], contested: [] };
  for (const field of fields) {
    const iChanged = !isSameValue(base[field], mine[field]);
    const theyChanged = !isSameValue(base[field], theirs[field]);
    if (iChanged) result.merged[field] = mine[field];
    if (theyChanged && !iChanged) result.taken.push(field);
    if (theyChanged && iChanged && !isSameValue(mine[field], theirs[field])) result.contested.push(field);
  }
  return result;
}
