import { sourcePageQuery } from './list.queries';

/** The maximum number of parts that the page of a source shows. */
const SHOWN_PARTS = 8;

/** Queries the first parts of a source by name, and the number of all its parts. */
export function partsQuery(id: string) {
  return sourcePageQuery({ parent: [id], sort: 'name', limit: SHOWN_PARTS });
}
