import { ApiProblem } from '@/api/problem';
import { mergeEdits } from './merge';

/** The member whose value is kept when both members changed a field; `both` is only for lists. */
export type Side = 'mine' | 'theirs' | 'both';

/** A field that both members changed to different values. */
export interface FieldConflict {
  field: string;
  mine: unknown;
  theirs: unknown;
  /** A list with the changes of both members. */
  both?: unknown[];
}

/** Two edits of the same version, as the ConflictPanel shows them. */
export interface Conflict {
  /** Who saved first, and when. */
  savedBy: string;
  savedAt: string;
  /** Fields that only the other member changed; they are merged into the form. */
  theirChanges: { field: string; before: unknown; after: unknown }[];
  fieldConflicts: FieldConflict[];
}

/** The latest version, read after a save was refused. */
export interface Latest<T> {
  values: T;
  /** Absent if the API does not tell who saved it. */
  savedBy?: string;
  savedAt: string;
}

/** Reports whether a save was refused because another member saved first (412). */
export function isStaleVersion(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.code === 'stale_version';
}

/**
 * Merges both edits. `conflict` is null when the merge equals the local edit, so that it can be
 * saved at once.
 */
export function mergeConflict<T extends object>(
  { body: { changed } }: ApiProblem,
  fields: readonly (keyof T & string)[],
  base: T,
  mine: T,
  { values: theirs, savedBy, savedAt }: Latest<T>,
): { merged: T; conflict: Conflict | null } {
  const { merged, theirChanges, conflicts } = mergeEdits<T>(fields, base, mine, theirs);
  if (theirChanges.length === 0 && conflicts.length === 0) return { merged, conflict: null };
  return {
    merged,
    conflict: {
      savedBy: changed?.by.name || savedBy || 'Another member',
      savedAt: changed?.at ?? savedAt,
      theirChanges: theirChanges.map((field) => ({ field: String(field), before: base[field], after: theirs[field] })),
      fieldConflicts: conflicts.map((field) => {
        const value: unknown = merged[field];
        const both = Array.isArray(value) && { both: value };
        return { field: String(field), mine: mine[field], theirs: theirs[field], ...both };
      }),
    },
  };
}

/**
 * Returns the conflict with the current local value of a field, so that the member can switch back
 * to it.
 */
export function withLocalValue(conflict: Conflict, field: string, mine: unknown): Conflict {
  return {
    ...conflict,
    fieldConflicts: conflict.fieldConflicts.map((entry) => (entry.field === field ? { ...entry, mine } : entry)),
  };
}
