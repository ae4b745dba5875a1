import { isAreaPath, paths } from '@/lib/paths';

/** Only used to parse a path; no request ever goes there. */
const PARSE_BASE = 'https://app.invalid';

/**
 * Where to go after signing in, from the `next` parameter of `/?next=…`. It comes from the address, so anybody may have
 * written it: it must be a path (one leading slash, not `//` or `/\`, which browsers read as a host) of a page of ours.
 */
export function safeNext(next: string | null): string | null {
  if (!next || !/^\/(?![/\\])/.test(next)) return null;
  if (!URL.canParse(next, PARSE_BASE)) return null;
  const url = new URL(next, PARSE_BASE);
  if (url.origin !== PARSE_BASE || !isAreaPath(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/** The root with the address that was asked for, to come back to it after signing in. */
export function signInPath(asked: { pathname: string; search: string; hash: string }): string {
  const next = asked.pathname + asked.search + asked.hash;
  return isAreaPath(asked.pathname) && next !== paths.sources ? `/?next=${encodeURIComponent(next)}` : paths.signIn;
}
