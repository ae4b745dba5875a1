import type { Credentials } from '@/api/gen/types.gen';
import type { SourceValues } from './values';

/** An address as it may be shown, looked up and kept, and apart from it what it said about who is asking. */
export interface Pasted {
  address: string;
  credentials?: Credentials;
}

/** Scheme, authority and the rest, as browsers read them: slashes may be missing or lean the other way. */
const PARTS = /^\s*(https?:[\\/]*)?([^\\/?#]*)(.*)$/is;

/** Takes user name and password out of an address. */
export function withoutCredentials(text: string): Pasted {
  const [, scheme = '', authority = '', rest = ''] = PARTS.exec(text) ?? [];
  const at = authority.lastIndexOf('@');
  if (at < 0) return { address: text.trim() };
  const [, username = '', password = ''] = /^([^:]*):?(.*)$/s.exec(authority.slice(0, at)) ?? [];
  const address = (scheme + authority.slice(at + 1) + rest).trim();
  return { address, credentials: { username: decoded(username), password: decoded(password) } };
}

/** The address with its user name and password again, for the one request that needs them. */
export function withCredentials({ address, credentials }: Pasted): string {
  if (!credentials) return address;
  const [, scheme = '', authority = '', rest = ''] = PARTS.exec(address) ?? [];
  const { username, password } = credentials;
  return `${scheme}${encodeURIComponent(username)}:${encodeURIComponent(password)}@${authority}${rest}`;
}

/** Whether what was given for one address may be told to the server of another: the same one, and as safe a way. */
export function sameServer(given: string, other: string): boolean {
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
export function withoutPasswords(values: SourceValues): SourceValues {
  const bare = (text: string) => withoutCredentials(text).address;
  return {
    ...values,
    homepage_url: bare(values.homepage_url),
    endpoints: values.endpoints.map((row) => ({ ...row, url: bare(row.url) })),
  };
}
