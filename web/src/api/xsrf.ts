const XSRF_COOKIE = 'XSRF-TOKEN';
export const XSRF_HEADER = 'X-XSRF-TOKEN';

/**
 * Reports whether a URL is relative to the page's origin. Follows the URL standard: leading spaces
 * and control characters, tabs and newlines are ignored, and a backslash counts as a slash, so
 * "/\t/host" names a host.
 */
export function isRelativeUrl(url: string): boolean {
  const normalized = url.replace(/^[\u0000-\u0020]+|[\t\n\r]/g, '');
  return !/^([a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(normalized);
}

/** Returns the value of a cookie, or null. */
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
    return value; // not percent-encoded
  }
}

/**
 * Returns the anti-forgery token for a request, or null. Every method except GET gets it on a
 * relative URL. Absolute and protocol-relative URLs never get it, because that would disclose the
 * token to another host.
 */
export function xsrfToken(method: string, url: string, cookies?: string): string | null {
  if (method.toUpperCase() === 'GET' || !isRelativeUrl(url)) return null;
  return readCookie(XSRF_COOKIE, cookies);
}
