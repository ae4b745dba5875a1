import type { Credentials } from '@/api/gen/types.gen';
import type { SourceValues } from './values';

/** An address as it may be shown, looked up and kept, and apart from it what it said about who is asking. */
export interface ParsedAddress {
  address: string;
  credentials?: Credentials;
}

/** Schemes, though they may be there twice or misspelt; slashes may be missing or lean the other way. */
const SCHEMES = /^(?:[\\/]{2}|(?:(?:https?|feed):|[a-z][a-z\d+.-]*:(?=\/\/))[\\/]*(?:(?:https?|feed):[\\/]*)*)/i;

/** Scheme, authority and the rest, as browsers read them. */
const PARTS = /^\s*(https?:[\\/]*)?([^\\/?#]*)(.*)$/is;

const DIVIDER = /[\\/?#]/;

/** The at-mark, and what browsers make one of it. */
const AT = /[@＠﹫]/;

/** Takes user name and password out of an address, by the same rules as the service. */
export function extractCredentials(text: string): ParsedAddress {
  const trimmed = text.trim();
  const scheme = SCHEMES.exec(trimmed)?.[0] ?? '';
  const behind = trimmed.slice(scheme.length);
  const end = endOfCredentials(behind, scheme === '');
  if (end < 0) return { address: trimmed };
  const [, username = '', password = ''] = /^([^:]*):?(.*)$/s.exec(behind.slice(0, end)) ?? [];
  const credentials = { username: decoded(username), password: decoded(password) };
  return { address: scheme + behind.slice(end + 1), credentials };
}

/** Where the at-mark behind user name and password stands, or -1. People put into passwords what ends a host as well. */
function endOfCredentials(text: string, bare: boolean): number {
  const [authority = ''] = text.split(DIVIDER, 1);
  const rest = text.slice(authority.length);
  const at = lastAt(authority);
  // Without a scheme it may be an e-mail address, or somebody's name on a network.
  if (at >= 0) return bare && (at === 0 || (rest === '' && !authority.slice(0, at).includes(':'))) ? -1 : at;
  const first = rest.search(AT);
  if (first < 0 || !isNoHost(authority)) return -1;
  const [part = ''] = rest.slice(first).split(DIVIDER, 1);
  return authority.length + first + lastAt(part);
}

function lastAt(text: string): number {
  return Math.max(...['@', '＠', '﹫'].map((mark) => text.lastIndexOf(mark)));
}

/** A colon and no port behind it: what stands before an at-mark, or will. */
function isNoHost(authority: string): boolean {
  const [, name, port] = /^([^:]*):(.*)$/s.exec(authority) ?? [];
  if (name === undefined || port === undefined || authority.includes('[')) return false;
  return !name.includes('.') || !/^\d*$/.test(port);
}

/** Whether somebody may be typing a password, whose end isn't there yet. */
export function mayContainPassword(text: string): boolean {
  const [authority = ''] = text.trim().replace(SCHEMES, '').split(DIVIDER, 1);
  return isNoHost(authority);
}

/** The address with its user name and password again, for the one request that needs them. */
export function insertCredentials({ address, credentials }: ParsedAddress): string {
  if (!credentials) return address;
  const [, scheme = '', authority = '', rest = ''] = PARTS.exec(address) ?? [];
  const { username, password } = credentials;
  return `${scheme}${encodeURIComponent(username)}:${encodeURIComponent(password)}@${authority}${rest}`;
}

/** Whether what was given for one address may be told to the server of another: the same one, and as safe a way. */
export function isSameServer(given: string, other: string): boolean {
  try {
    const [from, to] = [new URL(/^https?:/i.test(given) ? given : `https://${given}`), new URL(other)];
    return from.host === to.host && (to.protocol === 'https:' || !/^https:/i.test(given));
  } catch {
    return false;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What may be kept in the browser's storage. */
export function removeCredentials(values: SourceValues): SourceValues {
  const bare = (text: string) => extractCredentials(text).address;
  return {
    ...values,
    homepage_url: bare(values.homepage_url),
    endpoints: values.endpoints.map((row) => ({ ...row, url: bare(row.url) })),
  };
}

/** What may go to an address of what was pasted: user name and password, on the server that they were given for. */
export function credentialsFor({ address, credentials }: ParsedAddress, url: string): Credentials | undefined {
  return credentials && isSameServer(address, url) ? credentials : undefined;
}
