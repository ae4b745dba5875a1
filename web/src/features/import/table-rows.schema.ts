import type { ImportTableResult, ListImportTableRowsData } from '@/api/gen/types.gen';
import { CURSOR, oneOf } from '@/lib/search-params';
import { TABLE_RESULTS } from './table-results';

export type TableTab = 'all' | 'repaired' | ImportTableResult;

const TABS: TableTab[] = ['all', ...TABLE_RESULTS, 'repaired'];

interface TableSearch {
  show: TableTab;
  cursor: string | null;
}

/** Parses the state of the rows of a table from the URL. Invalid values become the defaults. */
export function parseTableSearch(params: URLSearchParams): TableSearch {
  const cursor = params.get('cursor') ?? '';
  return { show: oneOf(TABS, params.get('show')) ?? 'all', cursor: CURSOR.test(cursor) ? cursor : null };
}

/** Returns the query parameters of the API for a state. */
export function tableFilter({ show, cursor }: TableSearch): ListImportTableRowsData['query'] {
  const page = { cursor: cursor ?? undefined };
  if (show === 'all') return page;
  return show === 'repaired' ? { ...page, repaired: true } : { ...page, result: [show] };
}

/** Returns the URL parameters for a state, without the defaults. */
export function tableParams({ show, cursor }: TableSearch): URLSearchParams {
  const params = new URLSearchParams();
  if (show !== 'all') params.set('show', show);
  if (cursor) params.set('cursor', cursor);
  return params;
}
