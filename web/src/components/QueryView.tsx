import type { ReactNode } from 'react';
import { loadError } from '@/api/load-error';
import { ApiProblem } from '@/api/problem';
import { ErrorState } from './ErrorState';
import { MoreButton } from './MoreButton';
import { SkeletonRows } from './SkeletonRows';
import { StaleNote, type StaleQuery } from './StaleNote';

/** The result of useQuery, or of useInfiniteQuery with pagedQuery. */
type QueryResult<T> = StaleQuery & { data: T | undefined } & Partial<Parameters<typeof MoreButton>[0]['query']>;

interface Props<T> {
  query: QueryResult<T>;
  /** The failed operation, such as "The sources could not be loaded". */
  errorTitle?: string;
  /**
   * What is shown until the data is loaded for the first time: an element, or a number of skeleton
   * rows.
   */
  loading?: ReactNode;
  /** What replaces an empty list. */
  empty?: ReactNode;
  /** What is shown if the API answers 404. */
  notFound?: ReactNode;
  /** The header of the page while there is no data; the header with data belongs to the content. */
  header?: ReactNode;
  /** The label of the button that loads the next page. */
  more?: ReactNode;
  /** A function of the data, or an element that shows its own placeholders. */
  children: ReactNode | ((data: T) => ReactNode);
}

/**
 * Shows the data of a query: the error or a placeholder while there is none, a note if it could not
 * be refreshed, and a button that loads more.
 */
export function QueryView<T>(props: Props<T>) {
  const { query, errorTitle, loading = 8, empty, notFound, header, more, children } = props;
  const error = loadError(query);
  if (error) {
    return (
      <>
        {header}
        {notFound && error instanceof ApiProblem && error.status === 404 ? (
          notFound
        ) : (
          <ErrorState
            title={errorTitle}
            error={error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
      </>
    );
  }
  if (query.data === undefined && typeof children === 'function') {
    return (
      <>
        {header}
        {typeof loading === 'number' ? <SkeletonRows rows={loading} /> : loading}
      </>
    );
  }
  return (
    <>
      <StaleNote query={query} />
      {empty && isEmpty(query.data) ? empty : typeof children === 'function' ? children(query.data as T) : children}
      {more && isPaged(query) && <MoreButton query={query}>{more}</MoreButton>}
    </>
  );
}

/** Reports whether data is an empty list, or an object with one. */
function isEmpty(data: unknown): boolean {
  const list = Array.isArray(data) ? data : (data as { items?: unknown[] } | undefined)?.items;
  return list?.length === 0;
}

function isPaged<T>(query: QueryResult<T>): query is QueryResult<T> & Parameters<typeof MoreButton>[0]['query'] {
  return query.fetchNextPage !== undefined;
}
