import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { lookUpAddress } from '@/api/gen/sdk.gen';

/** The length of the shortest address, a.io. */
const MIN_LENGTH = 4;

/** Returns whether an address is valid, and the source that has it. */
export async function lookUp(address: string, signal: AbortSignal) {
  return (await lookUpAddress({ query: { address }, signal })).data;
}

export function lookupQuery(address: string) {
  return queryOptions({
    queryKey: ['lookup', address],
    queryFn: ({ signal }) => lookUp(address, signal),
    enabled: address.length >= MIN_LENGTH,
    placeholderData: keepPreviousData,
  });
}
