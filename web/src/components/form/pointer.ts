/** Returns the segments of a JSON pointer (RFC 6901); null for other texts, such as a parameter name. */
function segmentsOf(pointer: string): string[] | null {
  if (!pointer.startsWith('/')) return null;
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Arrays that are one form field, which shows the errors of all their items. */
const ARRAY_FIELDS = ['languages', 'tags'];

/**
 * Returns the form field of an API pointer, or null: /homepage_url is homepage_url, /tags/2 is tags, /recipe/link is
 * recipe_link, and /endpoints/0/url is endpoints.3.url when `rows` starts with 3 (the row of the first endpoint sent).
 */
export function fieldOfPointer(
  pointer: string,
  fields: readonly string[],
  rows?: (number | undefined)[],
): string | null {
  const [first, ...rest] = segmentsOf(pointer) ?? [];
  if (!first) return null;
  if (!fields.includes(first)) return flattenedField(first, rest[0], fields);
  if (ARRAY_FIELDS.includes(first)) return first;
  if (first !== 'endpoints' || rest.length === 0) return first;
  const row = (rows ?? [])[Number(rest[0])];
  if (row === undefined) return null;
  return ['endpoints', row, rest[1] ?? 'url'].join('.');
}

/** Returns the flattened field of an object's property; the object's first field when the property has none. */
function flattenedField(whole: string, part: string | undefined, fields: readonly string[]): string | null {
  const parts = fields.filter((field) => field.startsWith(`${whole}_`));
  return parts.find((field) => field === `${whole}_${part}`) ?? parts[0] ?? null;
}
