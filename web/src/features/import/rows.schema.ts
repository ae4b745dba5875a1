import type { ListImportRowsData } from '@/api/gen/types.gen';
import { CURSOR, oneOf } from '@/lib/search-params';

type RowQuery = Pick<NonNullable<ListImportRowsData['query']>, 'result' | 'recovered'>;

/** The tabs of an import with their query parameters. */
const ROW_QUERIES = {
  all: {},
  created: { result: 'created' },
  exists: { result: 'exists' },
  recovered: { recovered: true },
  invalid: { result: 'invalid' },
  pending: { result: 'pending' },
} satisfies Record<string, RowQuery>;

export type RowsTab = keyof typeof ROW_QUERIES;

const TABS = Object.keys(ROW_QUERIES) as RowsTab[];

export interface RowsSearch {
  show: RowsTab;
  cursor: string | null;
}

/** Parses the state of the rows table from the URL. Invalid values become the defaults. */
export function parseRowsSearch(params: URLSearchParams): RowsSearch {
  const cursor = params.get('cursor') ?? '';
  return { show: oneOf(TABS, params.get('show')) ?? 'all', cursor: CURSOR.test(cursor) ? cursor : null };
}

/** Returns the query parameters of the API for a state. */
export function rowsFilter({ show, cursor }: RowsSearch): ListImportRowsData['query'] {
  return { ...ROW_QUERIES[show], cursor: cursor ?? undefined };
}

/** Returns the URL parameters for a state, without the defaults. */
export function rowsParams({ show, cursor }: RowsSearch): URLSearchParams {
  const params = new URLSearchParams();
  if (show !== 'all') params.set('show', show);
  if (cursor) params.set('cursor', cursor);
  return params;
}
