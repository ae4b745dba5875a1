/** The steps of a JSON pointer (RFC 6901); null when it is none, such as a parameter's name. */
function steps(pointer: string): string[] | null {
  if (!pointer.startsWith('/')) return null;
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Lists that are one field on the screen: what is wrong with one of their entries is said at the field. */
const WHOLE_LISTS = ['languages', 'tags'];

/**
 * The name of the form's field for a pointer of the API: /homepage_url is homepage_url, /tags/2 is tags, and
 * /endpoints/0/url is endpoints.3.url when `rows` says that the first endpoint sent stood in the fourth row.
 * What lies flat in the form is found by its parts: /recipe/link is recipe_link. Null when the form has no such field.
 */
export function fieldOfPointer(
  pointer: string,
  fields: readonly string[],
  rows?: (number | undefined)[],
): string | null {
  const [first, ...rest] = steps(pointer) ?? [];
  if (!first) return null;
  if (!fields.includes(first)) return partOf(first, rest[0], fields);
  if (WHOLE_LISTS.includes(first)) return first;
  if (first !== 'endpoints' || rest.length === 0) return first;
  const row = (rows ?? [])[Number(rest[0])];
  if (row === undefined) return null;
  return ['endpoints', row, rest[1] ?? 'url'].join('.');
}

/** What is wrong with the whole is said at its first part. */
function partOf(whole: string, part: string | undefined, fields: readonly string[]): string | null {
  const parts = fields.filter((field) => field.startsWith(`${whole}_`));
  return parts.find((field) => field === `${whole}_${part}`) ?? parts[0] ?? null;
}
