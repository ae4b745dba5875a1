export const XSRF_COOKIE = 'XSRF-TOKEN';
export const XSRF_HEADER = 'X-XSRF-TOKEN';

/**
 * Whether a URL stays on the page's own origin because it names none. Reads it as a browser does: blanks and controls
 * around it and tabs and newlines inside are dropped, and a backslash counts as a slash, so "/\t/host" names a host.
 */
export function isRelativeUrl(url: string): boolean {
  const seen = url.replace(/^[\u0000-\u0020]+|[\t\n\r]/g, '');
  return !/^([a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(seen);
}

/** The value of a cookie of this page, or null. */
export function readCookie(name: string, cookies = document.cookie): string | null {
  for (const pair of cookies.split(/;\s*/)) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at) === name) return decode(pair.slice(at + 1));
  }
  return null;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value; // not percent-encoded by us, so taken as it is
  }
}

/**
 * The anti-forgery token to send with a request, or null for none: every method but GET gets it on a relative URL,
 * and no absolute or protocol-relative URL ever does, since it would hand the token to another host.
 */
export function xsrfToken(method: string, url: string, cookies?: string): string | null {
  if (method.toUpperCase() === 'GET' || !isRelativeUrl(url)) return null;
  return readCookie(XSRF_COOKIE, cookies);
}
