import type { FieldError as FormError, FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { FieldError } from '@/api/gen/types.gen';
import { ApiProblem } from '@/api/problem';
import { fieldOfPointer } from './pointer';
import type { SourceValues } from './values';

/**
 * Sets the field errors of an API problem on the form. Returns the names of those fields, and the errors for which the
 * form has no field. `fields` are the form's field names; `rows` are the form rows of the endpoints that were sent.
 */
export function applyFieldErrors<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: unknown,
  fields: readonly string[],
  rows?: (number | undefined)[],
): { assigned: string[]; unassigned: FieldError[] } {
  const assigned: string[] = [];
  const unassigned: FieldError[] = [];
  for (const fieldError of error instanceof ApiProblem ? error.errors : []) {
    const field = fieldOfPointer(fieldError.pointer, fields, rows);
    if (!field) {
      unassigned.push(fieldError);
      continue;
    }
    const { detail: message, suggestion } = fieldError;
    form.setError(field as Path<T>, { type: 'server', message, ...(suggestion && { types: { suggestion } }) });
    assigned.push(field);
  }
  return { assigned, unassigned };
}

/** Returns the value that the API suggests instead of a refused one. */
export function suggestionOf(error: FormError | undefined): string | undefined {
  const suggestion = error?.types?.suggestion;
  return typeof suggestion === 'string' ? suggestion : undefined;
}

/** Returns the names of the fields with an error, such as name or endpoints.3.url. */
export function invalidFields(errors: FieldErrors): string[] {
  return Object.entries(errors).flatMap(([field, error]) => {
    if (!Array.isArray(error)) return [field];
    return error.flatMap((row: object | undefined, index) =>
      Object.keys(row ?? {}).map((name) => [field, index, name].join('.')),
    );
  });
}

/** Returns the name that comes first in the order of the form. */
export function firstField(names: string[], order: readonly string[]): string | undefined {
  const rank = (name: string) => order.indexOf(name.split('.')[0] ?? name);
  return names.toSorted((a, b) => rank(a) - rank(b))[0];
}

const DUPLICATE = 'This source is already in the register.';
const PATH_NEEDED = 'Enter a homepage with a path that no other source of this site has, such as /sport.';

/** Marks the homepage when the source exists already: the API recognizes a source by its homepage. */
export function setDuplicateError(form: UseFormReturn<SourceValues>, error: unknown): void {
  if (!(error instanceof ApiProblem) || error.code !== 'duplicate_source') return;
  const message = form.getValues('allow_duplicate') ? PATH_NEEDED : DUPLICATE;
  form.setError('homepage_url', { type: 'server', message }, { shouldFocus: true });
}
