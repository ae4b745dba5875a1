/**
 * The address that another page asks the "Add a source" page to look up, passed as navigation
 * state. It is not part of the URL, because then a link on a foreign site could start a lookup of
 * any address.
 */
interface LookupState {
  lookupAddress: string;
}

export function lookupState(address: string): LookupState {
  return { lookupAddress: address };
}

/** Returns the address to look up from the state of a location; undefined when there is none. */
export function requestedLookup(state: unknown): string | undefined {
  return (state as Partial<LookupState> | null)?.lookupAddress;
}
