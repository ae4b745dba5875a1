import { z } from 'zod';
import type { ListImportRowsData } from '@/api/gen/types.gen';

type RowQuery = Pick<NonNullable<ListImportRowsData['query']>, 'result' | 'recovered'>;

/** The tabs of an import with their query parameters. */
export const ROW_QUERIES = {
  all: {},
  created: { result: 'created' },
  exists: { result: 'exists' },
  recovered: { recovered: true },
  invalid: { result: 'invalid' },
  pending: { result: 'pending' },
} satisfies Record<string, RowQuery>;

export type RowsTab = keyof typeof ROW_QUERIES;

const TABS = Object.keys(ROW_QUERIES) as [RowsTab, ...RowsTab[]];

const rowsSchema = z.object({
  show: z.enum(TABS).catch('all'),
  cursor: z
    .string()
    .regex(/^[\w-]{1,600}$/)
    .nullable()
    .catch(null),
});

export type RowsSearch = z.output<typeof rowsSchema>;

/** Parses the state of the rows table from the URL. Invalid values become the defaults. */
export function parseRowsSearch(params: URLSearchParams): RowsSearch {
  return rowsSchema.parse({ show: params.get('show'), cursor: params.get('cursor') });
}

/** Returns the URL parameters for a state, without the defaults. */
export function rowsParams({ show, cursor }: RowsSearch): URLSearchParams {
  const params = new URLSearchParams();
  if (show !== 'all') params.set('show', show);
  if (cursor) params.set('cursor', cursor);
  return params;
}
