/** Returns the host without "www."; the text itself when it is no URL. */
export function hostOf(address: string): string {
  try {
    return new URL(address).host.replace(/^www\./, '');
  } catch {
    return address;
  }
}

/** Returns an address without scheme, "www." and trailing slash: "example.org/feed". */
export function shortAddress(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
}
