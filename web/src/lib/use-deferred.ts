import { useDeferredValue } from 'react';

/**
 * Returns `first` in the first render, and then the result of `create`, which takes too long for
 * the task of the first render.
 */
export function useDeferred<T>(create: () => T, first: T): T {
  return useDeferredValue(true, false) ? create() : first;
}
