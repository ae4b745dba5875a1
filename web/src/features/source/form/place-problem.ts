import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { FieldError } from '@/api/gen/types.gen';
import { ApiProblem } from '@/api/problem';
import { fieldOfPointer } from './pointer';
import type { SourceValues } from './values';

/**
 * Puts what the API says is wrong at the fields it is about, and gives back what has no field, to be said elsewhere.
 * `fields` are the form's own, `rows` the places of the endpoints that were sent.
 */
export function placeProblem<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: unknown,
  fields: readonly string[],
  rows?: number[],
): { placed: string[]; rest: FieldError[] } {
  const placed: string[] = [];
  const rest: FieldError[] = [];
  for (const found of error instanceof ApiProblem ? error.errors : []) {
    const field = fieldOfPointer(found.pointer, fields, rows);
    if (!field) {
      rest.push(found);
      continue;
    }
    form.setError(field as Path<T>, { type: 'server', message: found.detail });
    placed.push(field);
  }
  return { placed, rest };
}

/** The names of the fields with an error, such as name or endpoints.3.url. */
export function wrongFields(errors: FieldErrors): string[] {
  return Object.entries(errors).flatMap(([field, error]) => {
    if (!Array.isArray(error)) return [field];
    return error.flatMap((row: object | undefined, at) =>
      Object.keys(row ?? {}).map((name) => [field, at, name].join('.')),
    );
  });
}

/** The one of these fields that the form shows first. */
export function firstField(names: string[], order: readonly string[]): string | undefined {
  const rank = (name: string) => order.indexOf(name.split('.')[0] ?? name);
  return names.toSorted((a, b) => rank(a) - rank(b))[0];
}

const NOT_APART = 'The homepage needs a path that no other source of this outlet has, such as /sport.';

/** A source that is there already is recognised by its homepage, so that is the field to look at. */
export function markDuplicate(form: UseFormReturn<SourceValues>, error: unknown): void {
  if (!(error instanceof ApiProblem) || error.code !== 'duplicate_source') return;
  form.setError(
    'homepage_url',
    { type: 'server', message: form.getValues('beside') ? NOT_APART : 'This outlet is in the register already.' },
    { shouldFocus: true },
  );
}
