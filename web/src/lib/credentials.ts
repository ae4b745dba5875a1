import type { Credentials } from '@/api/gen/types.gen';

/** An address without its credentials, and the credentials. */
export interface ParsedAddress {
  address: string;
  credentials?: Credentials;
}

/**
 * Matches the scheme, also if it is repeated, misspelt or followed by missing slashes or
 * backslashes.
 */
const SCHEMES = /^(?:[\\/]{2}|(?:(?:https?|feed):|[a-z][a-z\d+.-]*:(?=\/\/))[\\/]*(?:(?:https?|feed):[\\/]*)*)/i;

/** Splits an address into scheme, authority and the rest, as browsers parse it. */
const ADDRESS_PARTS = /^\s*(https?:[\\/]*)?([^\\/?#]*)(.*)$/is;

/** The characters that end the authority. */
const AUTHORITY_END = /[\\/?#]/;

/** The at sign and the Unicode variants that browsers normalize to it. */
const AT_SIGN = /[@＠﹫]/;

/** Separates the credentials from an address, by the same rules as the service. */
export function extractCredentials(text: string): ParsedAddress {
  const trimmed = text.trim();
  const scheme = SCHEMES.exec(trimmed)?.[0] ?? '';
  const afterScheme = trimmed.slice(scheme.length);
  const end = endOfCredentials(afterScheme, scheme === '');
  if (end < 0) return { address: trimmed };
  const [, username = '', password = ''] = /^([^:]*):?(.*)$/s.exec(afterScheme.slice(0, end)) ?? [];
  const credentials = { username: decodePercent(username), password: decodePercent(password) };
  return { address: scheme + afterScheme.slice(end + 1), credentials };
}

/**
 * Returns the index of the at sign after the credentials, or -1. Passwords may contain characters
 * that end a host.
 */
function endOfCredentials(text: string, hasNoScheme: boolean): number {
  const [authority = ''] = text.split(AUTHORITY_END, 1);
  const rest = text.slice(authority.length);
  const at = lastAtSign(authority);
  // Without a scheme, the text may be an e-mail address or an account name such as @ann.
  if (at >= 0) return hasNoScheme && (at === 0 || (rest === '' && !authority.slice(0, at).includes(':'))) ? -1 : at;
  const first = rest.search(AT_SIGN);
  if (first < 0 || !isCredentialsStart(authority)) return -1;
  const [part = ''] = rest.slice(first).split(AUTHORITY_END, 1);
  return authority.length + first + lastAtSign(part);
}

function lastAtSign(text: string): number {
  return Math.max(...['@', '＠', '﹫'].map((sign) => text.lastIndexOf(sign)));
}

/**
 * Reports whether an authority has a colon without a port after it, so that it is the start of
 * credentials.
 */
function isCredentialsStart(authority: string): boolean {
  const [, name, port] = /^([^:]*):(.*)$/s.exec(authority) ?? [];
  if (name === undefined || port === undefined || authority.includes('[')) return false;
  return !name.includes('.') || !/^\d*$/.test(port);
}

/** Reports whether the text may be an address with an incomplete password. */
export function mayContainPassword(text: string): boolean {
  const [authority = ''] = text.trim().replace(SCHEMES, '').split(AUTHORITY_END, 1);
  return isCredentialsStart(authority);
}

/** Returns the address with its credentials, for a request that needs them. */
export function insertCredentials({ address, credentials }: ParsedAddress): string {
  if (!credentials) return address;
  const [, scheme = '', authority = '', rest = ''] = ADDRESS_PARTS.exec(address) ?? [];
  const { username, password } = credentials;
  return `${scheme}${encodeURIComponent(username)}:${encodeURIComponent(password)}@${authority}${rest}`;
}

/**
 * Reports whether credentials of one address may be sent to another: same host and port, and no
 * change from HTTPS to HTTP.
 */
export function isSameServer(given: string, other: string): boolean {
  try {
    const [from, to] = [new URL(/^https?:/i.test(given) ? given : `https://${given}`), new URL(other)];
    return from.host === to.host && (to.protocol === 'https:' || !/^https:/i.test(given));
  } catch {
    return false;
  }
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the credentials of a pasted address for a URL on the same server; undefined for other
 * servers.
 */
export function credentialsFor({ address, credentials }: ParsedAddress, url: string): Credentials | undefined {
  return credentials && isSameServer(address, url) ? credentials : undefined;
}
