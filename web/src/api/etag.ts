/** The ETag of a source or an endpoint is its version in quotes; If-Match sends back the one that was read. */
export function ifMatch(version: number): { 'If-Match': string } {
  return { 'If-Match': `"${version}"` };
}
