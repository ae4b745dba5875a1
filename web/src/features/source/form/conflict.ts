import { ApiProblem } from '@/api/problem';
import { mergeEdits } from './merge';

/** A field that both changed. */
export interface Contested<F extends string> {
  field: F;
  mine: unknown;
  theirs: unknown;
}

/** What a lost update is about, for the person who has to decide. */
export interface Conflict<F extends string> {
  /** Their version, from which the next save starts. */
  version: number;
  by: string;
  at: string;
  taken: { field: F; before: unknown; after: unknown }[];
  contested: Contested<F>[];
}

interface Sides<T> {
  base: T;
  mine: T;
  theirs: T;
}

/** Who did it last; the answer of the API knows, and what was read again is close enough when it does not. */
interface Who {
  version: number;
  by: string;
  at: string;
}

/** Brings both edits together. `conflict` is null when nothing differs in the end: then there is nothing to ask. */
export function resolve<T extends object, F extends keyof T & string>(
  error: unknown,
  fields: readonly F[],
  { base, mine, theirs }: Sides<T>,
  who: Who,
): { merged: T; conflict: Conflict<F> | null } {
  const { merged, taken, contested } = mergeEdits<T>(fields, base, mine, theirs);
  if (taken.length === 0 && contested.length === 0) return { merged, conflict: null };
  const changed = error instanceof ApiProblem ? error.body.changed : undefined;
  return {
    merged,
    conflict: {
      version: who.version,
      by: changed?.by.name || who.by,
      at: changed?.at ?? who.at,
      taken: (taken as F[]).map((field) => ({ field, before: base[field], after: theirs[field] })),
      contested: (contested as F[]).map((field) => ({ field, mine: mine[field], theirs: theirs[field] })),
    },
  };
}

/** The conflict after a choice: what was mine is kept, so that the person can go back to it. */
export function remembering<F extends string>(conflict: Conflict<F>, field: F, mine: unknown): Conflict<F> {
  return {
    ...conflict,
    contested: conflict.contested.map((entry) => (entry.field === field ? { ...entry, mine } : entry)),
  };
}
