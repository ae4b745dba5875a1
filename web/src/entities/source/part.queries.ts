import { sourcePageQuery } from './list.queries';

/** The number of parts that the page of a source shows. */
const SHOWN_PARTS = 8;

/** Queries the first parts of a source, and their number. */
export function partsQuery(id: string) {
  return sourcePageQuery({ parent: [id], sort: 'name', limit: SHOWN_PARTS });
}
