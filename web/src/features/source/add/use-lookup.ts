import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { lookUpAddress } from '@/api/gen/sdk.gen';
import { mayContainPassword, extractCredentials } from '../form/credentials';
import { addressesIn } from './addresses';
import { useSettled } from './use-settled';

/** How long a person pauses before what they typed is looked up. */
const PAUSE_MS = 250;
/** Shorter than the shortest address, a.io. */
const MIN_LENGTH = 4;
/** From here on it is worth saying that this is no address: before, somebody is still typing it. */
const TYPED_LENGTH = 9;

function lookupQuery(address: string) {
  return queryOptions({
    queryKey: ['lookup', address],
    queryFn: async ({ signal }) => (await lookUpAddress({ query: { address }, signal })).data,
    enabled: address.length >= MIN_LENGTH,
    placeholderData: keepPreviousData,
  });
}

/** What the register knows of an address while it is typed. Passwords stay here: proxies log the addresses of requests. */
export function useLookup(text: string) {
  const [only, ...others] = addressesIn(text);
  const bare = only && others.length === 0 ? extractCredentials(only).address : '';
  const address = mayContainPassword(bare) ? '' : bare;
  const settled = useSettled(address, PAUSE_MS);
  const { data, isPlaceholderData } = useQuery(lookupQuery(settled));
  if (settled !== address || isPlaceholderData || address === '') return {};
  const wrong = data && !data.valid && address.length >= TYPED_LENGTH ? data.detail : undefined;
  return { existing: data?.existing, wrong };
}
