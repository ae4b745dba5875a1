import { infiniteQueryOptions, replaceEqualDeep, type InfiniteData, type QueryKey } from '@tanstack/react-query';

/** The largest page of the API. */
const MAX_LIMIT = 500;

interface Page {
  items: unknown[];
  /** Absent on the last page. */
  next_cursor?: string;
}

interface PageParam {
  cursor?: string;
  limit: number;
}

interface Options<P extends Page> {
  queryKey: QueryKey;
  /** The number of rows that “Show more” adds. */
  perPage: number;
  /** Reads one page of the list. */
  read: (page: PageParam, signal: AbortSignal) => Promise<P>;
  /** The largest number of rows that are read again by one request. */
  maxRows?: number;
}

/**
 * Queries a list that grows by “Show more”. The loaded pages are stored as one page, so that a
 * refetch reads up to `maxRows` rows by one request, however many pages were loaded. The rows
 * beyond them are read page by page. The data of the query is the rows.
 */
export function pagedQuery<P extends Page>({ queryKey, perPage, read, maxRows = MAX_LIMIT }: Options<P>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: { limit: perPage } as PageParam,
    getNextPageParam: ({ next_cursor: cursor }): PageParam | undefined =>
      cursor ? { cursor, limit: perPage } : undefined,
    // Is also called with the rows that were selected.
    structuralSharing: (before, after) =>
      replaceEqualDeep(before, Array.isArray(after) ? after : joinPages(after as InfiniteData<P, PageParam>, maxRows)),
    select: rowsOf<P>,
  });
}

function rowsOf<P extends Page>({ pages }: InfiniteData<P, PageParam>): P['items'] {
  return pages.flatMap(({ items }) => items);
}

/** Appends the rows of later pages to the first page while it has room for a whole page. */
function joinPages<P extends Page>({ pages, pageParams }: InfiniteData<P, PageParam>, maxRows: number) {
  const joined: InfiniteData<P, PageParam> = { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) };
  for (const [index, page] of pages.entries()) {
    if (index === 0) continue;
    const [first, { limit }] = [joined.pages[0]!, joined.pageParams[0]!];
    const param = pageParams[index]!;
    if (joined.pages.length === 1 && limit + param.limit <= maxRows) {
      joined.pages = [{ ...page, items: [...first.items, ...page.items] }];
      joined.pageParams = [{ limit: limit + param.limit }];
    } else {
      joined.pages.push(page);
      joined.pageParams.push(param);
    }
  }
  return joined;
}
