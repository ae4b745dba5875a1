import { isAreaPath, paths } from '@/lib/paths';

/** Only used to parse a path; nothing is requested from it. */
const PARSE_BASE = 'https://app.invalid';

/**
 * Returns the address to open after sign-in from the parameter of `/?next=…`, or null. The
 * parameter is untrusted: it must be a path of the news-sources area with one leading slash
 * (browsers read `//` and `/\` as a host).
 */
export function safeNext(next: string | null): string | null {
  if (!next || !/^\/(?![/\\])/.test(next)) return null;
  if (!URL.canParse(next, PARSE_BASE)) return null;
  const url = new URL(next, PARSE_BASE);
  if (url.origin !== PARSE_BASE || !isAreaPath(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/** Returns the address of the sign-in page, which keeps the requested address in `next`. */
export function signInPath(requested: { pathname: string; search: string; hash: string }): string {
  const next = requested.pathname + requested.search + requested.hash;
  return isAreaPath(requested.pathname) && next !== paths.sources ? `/?next=${encodeURIComponent(next)}` : paths.signIn;
}

/**
 * Returns the address in the news-sources area that the browser's address asks for, or null. The
 * service redirects a request for a page of the area to `/?next=…`.
 */
export function requestedAddress({ pathname, search }: { pathname: string; search: string }): string | null {
  return isAreaPath(pathname) ? pathname + search : safeNext(new URLSearchParams(search).get('next'));
}
