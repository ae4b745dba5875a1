import { ApiProblem } from '@/api/problem';
import { mergeEdits } from './merge';

/** Whose value of a contested field is kept. */
export type Side = 'mine' | 'theirs';

/** A field that both people changed to different values. */
export interface ContestedField<F extends string> {
  field: F;
  mine: unknown;
  theirs: unknown;
}

/** Two edits of the same version, as the ConflictPanel shows them. */
export interface Conflict<F extends string> {
  /** The latest version, which the next save is based on. */
  version: number;
  /** The name of the person who saved first, and when. */
  by: string;
  at: string;
  /** Fields that only the other person changed; they are merged into the form. */
  taken: { field: F; before: unknown; after: unknown }[];
  contested: ContestedField<F>[];
}

interface Edits<T> {
  base: T;
  mine: T;
  theirs: T;
}

/** The version that was read again, and who saved it; used where the API's answer does not say. */
type Author = Pick<Conflict<string>, 'version' | 'by' | 'at'>;

/** Merges both edits. `conflict` is null when the merge equals the local edit, so that it can be saved at once. */
export function mergeConflict<T extends object, F extends keyof T & string>(
  error: unknown,
  fields: readonly F[],
  { base, mine, theirs }: Edits<T>,
  author: Author,
): { merged: T; conflict: Conflict<F> | null } {
  const { merged, taken, contested } = mergeEdits<T>(fields, base, mine, theirs);
  if (taken.length === 0 && contested.length === 0) return { merged, conflict: null };
  const changed = error instanceof ApiProblem ? error.body.changed : undefined;
  return {
    merged,
    conflict: {
      version: author.version,
      by: changed?.by.name || author.by,
      at: changed?.at ?? author.at,
      taken: (taken as F[]).map((field) => ({ field, before: base[field], after: theirs[field] })),
      contested: (contested as F[]).map((field) => ({ field, mine: mine[field], theirs: theirs[field] })),
    },
  };
}

/** Returns the conflict with the current local value of a field, so that the person can switch back to it. */
export function withLocalValue<F extends string>(conflict: Conflict<F>, field: F, mine: unknown): Conflict<F> {
  return {
    ...conflict,
    contested: conflict.contested.map((entry) => (entry.field === field ? { ...entry, mine } : entry)),
  };
}
