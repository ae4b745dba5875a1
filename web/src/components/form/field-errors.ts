import {
  get,
  type FieldError as FormError,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormReturn,
} from 'react-hook-form';
import type { FieldError } from '@/api/gen/types.gen';
import { ApiProblem } from '@/api/problem';
import { fieldOfPointer } from './pointer';

/**
 * Sets the field errors of an API problem on the form, and focuses the first of them. Returns
 * whether there are any, and the errors that no field shows. `fields` are the field names in the
 * order of the form, `aliases` the fields of other pointers, `rows` the rows of the endpoints that
 * were sent.
 */
export function applyFieldErrors<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: unknown,
  fields: readonly string[],
  { aliases = {}, rows }: { aliases?: Record<string, string>; rows?: (number | undefined)[] } = {},
): { hasAssigned: boolean; unassigned: FieldError[] } {
  const assigned: string[] = [];
  const unassigned: FieldError[] = [];
  for (const fieldError of error instanceof ApiProblem ? error.errors : []) {
    const field = aliases[fieldError.pointer] ?? fieldOfPointer(fieldError.pointer, fields, rows);
    if (!field || !isMounted(form, field)) {
      unassigned.push(fieldError);
      continue;
    }
    const { detail: message, suggestion } = fieldError;
    form.setError(field as Path<T>, { type: 'server', message, ...(suggestion && { types: { suggestion } }) });
    assigned.push(field);
  }
  focusFirst(form, assigned, fields);
  return { hasAssigned: assigned.length > 0, unassigned };
}

/** Reports whether an input shows the field now: some fields depend on the value of another one. */
function isMounted<T extends FieldValues>({ control }: UseFormReturn<T>, field: string): boolean {
  const known = get(control._fields, field) as { _f?: { mount?: boolean } } | undefined;
  return known?._f?.mount === true;
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

/** Focuses the first of these fields in the order of the form. */
export function focusFirst<T extends FieldValues>(form: UseFormReturn<T>, names: string[], order: readonly string[]) {
  const name = firstField(names, order);
  if (name) form.setFocus(name as Path<T>);
}

/** Returns the name that comes first in the order of the form. */
export function firstField(names: string[], order: readonly string[]): string | undefined {
  const rank = (name: string) => order.indexOf(name.split('.')[0] ?? name);
  return names.toSorted((a, b) => rank(a) - rank(b))[0];
}
