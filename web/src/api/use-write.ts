import { useMutation, useQueryClient, type QueryKey, type UseMutationOptions } from '@tanstack/react-query';
import { invalidate } from './invalidate';

type Options<Output, Input> = Omit<UseMutationOptions<Output, Error, Input>, 'mutationFn' | 'onSettled'>;

/**
 * Returns a mutation after which the queries of keys are refetched, also if it fails: the shown
 * data may be outdated. The callbacks in `options` are called even if the component is unmounted.
 */
export function useWrite<Input = void, Output = unknown>(
  write: (input: Input) => Promise<Output>,
  keys: QueryKey[] | ((input: Input) => QueryKey[]),
  options?: Options<Output, Input>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    ...options,
    mutationFn: write,
    onSettled: (_output, _error, input) => invalidate(queryClient, ...(Array.isArray(keys) ? keys : keys(input))),
  });
}
