import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lookupQuery } from '@/entities/discovery/lookup.queries';
import { mayContainPassword, extractCredentials } from '@/lib/credentials';
import { parseAddresses } from './parse-addresses';

/** The pause in typing after which the address is looked up. */
const DEBOUNCE_MS = 250;
/** Shorter text is probably incomplete, so it is not reported as invalid. */
const MIN_INVALID_LENGTH = 9;

/**
 * Looks up an address in the register while it is typed. Text that may contain a password is not
 * sent, because proxies log the URLs of requests.
 */
export function useLookup(text: string) {
  const addresses = parseAddresses(text);
  const [single = ''] = addresses.length === 1 ? addresses.map((one) => extractCredentials(one).address) : [];
  const address = mayContainPassword(single) ? '' : single;
  const [debounced] = useDebouncedValue(address, DEBOUNCE_MS);
  const { data, isPlaceholderData } = useQuery(lookupQuery(debounced));
  if (debounced !== address || isPlaceholderData || address === '') return {};
  const isInvalid = data && !data.valid && address.length >= MIN_INVALID_LENGTH;
  return {
    existing: data?.existing,
    error: isInvalid ? data.detail : undefined,
    suggestion: isInvalid ? data.suggestion : undefined,
    isAnswered: data !== undefined,
  };
}
