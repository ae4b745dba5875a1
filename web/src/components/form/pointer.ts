/**
 * Returns the segments of a JSON pointer (RFC 6901); none for other texts, such as a parameter
 * name.
 */
function segmentsOf(pointer: string): string[] {
  if (!pointer.startsWith('/')) return [];
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * Returns the form field of an API pointer, or null: /homepage_url is homepage_url, /tags/2 is
 * tags, /recipe/link is recipe_link, and /endpoints/0/url is endpoints.3.url when `rows` starts
 * with 3 (the row of the first endpoint sent).
 */
export function fieldOfPointer(
  pointer: string,
  fields: readonly string[],
  rows?: (number | undefined)[],
): string | null {
  const segments = segmentsOf(pointer);
  const [first, index, part = 'url'] = segments;
  if (first === 'endpoints' && index !== undefined) {
    const row = (rows ?? [])[Number(index)];
    return row === undefined ? null : ['endpoints', row, part].join('.');
  }
  for (let length = segments.length; length > 0; length--) {
    const name = segments.slice(0, length).join('_');
    if (fields.includes(name)) return name;
  }
  // An error of an object as a whole, or of a part without a field: the object's first field.
  return fields.find((field) => field.startsWith(`${first}_`)) ?? null;
}
