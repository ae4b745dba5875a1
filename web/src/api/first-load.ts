import type { UseQueryResult } from '@tanstack/react-query';

/**
 * Reports whether a query is loaded for the first time. A query that has failed once does not
 * count, so that an error of one part of a page does not hide the others.
 */
export function isFirstLoad({ isLoading, failureCount }: Pick<UseQueryResult, 'isLoading' | 'failureCount'>): boolean {
  return isLoading && failureCount === 0;
}
