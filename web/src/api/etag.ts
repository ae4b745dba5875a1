/**
 * Returns the If-Match header for a version: the ETag of a source or endpoint is its version in
 * quotes.
 */
export function ifMatch(version: number): { 'If-Match': string } {
  return { 'If-Match': `"${version}"` };
}
