import { ApiProblem } from '@/api/problem';
import { mergeEdits } from './merge';

/** Whose value of a field is kept when both members changed it; `both` only for a list. */
export type Side = 'mine' | 'theirs' | 'both';

/** A field that both members changed to different values. */
export interface FieldConflict<F extends string> {
  field: F;
  mine: unknown;
  theirs: unknown;
  /** A list with the changes of both members. */
  both?: unknown[];
}

/** Two edits of the same version, as the ConflictPanel shows them. */
export interface Conflict<F extends string> {
  /** The latest version, which the next save is based on. */
  version: number;
  /** The name of the member who saved first, and when. */
  savedBy: string;
  savedAt: string;
  /** Fields that only the other member changed; they are merged into the form. */
  theirChanges: { field: F; before: unknown; after: unknown }[];
  fieldConflicts: FieldConflict<F>[];
}

interface Edits<T> {
  base: T;
  mine: T;
  theirs: T;
}

/** The latest version and who saved it, for responses without that information. */
type LatestSave = Pick<Conflict<string>, 'version' | 'savedBy' | 'savedAt'>;

/** Merges both edits. `conflict` is null when the merge equals the local edit, so that it can be saved at once. */
export function mergeConflict<T extends object, F extends keyof T & string>(
  error: unknown,
  fields: readonly F[],
  { base, mine, theirs }: Edits<T>,
  latest: LatestSave,
): { merged: T; conflict: Conflict<F> | null } {
  const { merged, theirChanges, conflicts } = mergeEdits<T>(fields, base, mine, theirs);
  if (theirChanges.length === 0 && conflicts.length === 0) return { merged, conflict: null };
  const changed = error instanceof ApiProblem ? error.body.changed : undefined;
  return {
    merged,
    conflict: {
      version: latest.version,
      savedBy: changed?.by.name || latest.savedBy,
      savedAt: changed?.at ?? latest.savedAt,
      theirChanges: (theirChanges as F[]).map((field) => ({ field, before: base[field], after: theirs[field] })),
      fieldConflicts: (conflicts as F[]).map((field) => {
        const value: unknown = merged[field];
        return { field, mine: mine[field], theirs: theirs[field], ...(Array.isArray(value) && { both: value }) };
      }),
    },
  };
}

/** Returns the conflict with the current local value of a field, so that the member can switch back to it. */
export function withLocalValue<F extends string>(conflict: Conflict<F>, field: F, mine: unknown): Conflict<F> {
  return {
    ...conflict,
    fieldConflicts: conflict.fieldConflicts.map((entry) => (entry.field === field ? { ...entry, mine } : entry)),
  };
}
