import { extractCredentials } from '@/lib/credentials';

/**
 * The names of parameters whose value gives access: names that end with one of the long words, and
 * the short names. The service has the same names in weburl/secret_parameters.go.
 */
const SECRET_NAMES =
  '(?:[\\p{L}\\p{N}._\\[-]*(?:token|key|secret|password|passwd|passphrase|passcode|pwd|signature|credentials?|session_?id|auth|jwt)|\\b(?:pass|sig|sid|session|hmac|authorization|otp))\\]?';

const SECRET_IN_QUERY = new RegExp(`(&amp;|[?&;#]|%26|%3[FB]|%23)${SECRET_NAMES}(?:=|%3D)[^&;#\\s"'<>]*`, 'giu');

/** Matches what may be an address without a scheme. */
const WORD = /[^\s,;|<>"'()]+/gu;

/** Matches an address with a scheme, up to white space or another address. */
const ADDRESS = /[a-z][a-z\d+.-]*:\/\/(?:(?![,;|<>"'()](?:https?|feed):\/\/)\S)*/giu;

/** Marks the place of a removed parameter. */
const REMOVED = '\u0000';

/**
 * Returns a text with the user names, passwords and access keys removed from the addresses in it,
 * as the service does.
 */
export function hideCredentials(text: string): string {
  return removeSecretParameters(
    text
      .replace(ADDRESS, (address) => extractCredentials(address).address)
      .replace(WORD, (word) => {
        if (word.includes('://') || !/[@＠﹫]/.test(word)) return word;
        const { address, credentials } = extractCredentials(word);
        return credentials?.password || word.includes('/') ? address : word;
      }),
  );
}

function removeSecretParameters(text: string): string {
  return text
    .replaceAll(REMOVED, '')
    .replace(SECRET_IN_QUERY, `$1${REMOVED}`)
    .replace(new RegExp(`(?:&amp;|[&;]|%26|%3B)${REMOVED}`, 'gi'), '')
    .replace(new RegExp(`([?#]|%3F|%23)${REMOVED}(?:&amp;|[&;]|%26)`, 'gi'), '$1')
    .replace(new RegExp(`(?:[?#]|%3F|%23)${REMOVED}`, 'gi'), '');
}
