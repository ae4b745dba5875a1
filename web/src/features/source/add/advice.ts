import type { FetchOutcome } from '@/api/gen/types.gen';

const RETRY_LATER = 'The problem may be temporary. Try again later, or save a draft now.';
const SAVE_DRAFT = 'If the address is correct, save a draft and try again later.';

/**
 * What the user can do when the given address could not be fetched. The API's `detail` says what
 * happened.
 */
const ADVICE: Record<FetchOutcome | 'consent_wall' | 'sign_in_page', string> = {
  ok: '',
  not_modified: '',
  timeout: RETRY_LATER,
  dns: 'Check the spelling of the host name. ' + SAVE_DRAFT,
  refused: 'Check the address, especially the port and http or https. ' + RETRY_LATER,
  reset: RETRY_LATER,
  tls: 'Sites with an invalid certificate are not read. Inform the site, or save a draft until the certificate is valid.',
  unauthorized: 'Enter the address with user name and password, such as https://name:password@example.org/feed.',
  forbidden: 'The site may block automated requests. Ask the publisher for access, or enter the address of a feed.',
  challenge: 'If you know the address of a feed, enter it: feeds are often not protected.',
  not_found: 'Check the spelling of the address, or enter the address of the homepage.',
  gone: 'The page was removed permanently. Enter the address of the homepage, or skip this source.',
  rate_limited: 'Wait a few minutes, then find feeds again.',
  unavailable: RETRY_LATER,
  client_error: 'Open the address in a browser and check it. ' + SAVE_DRAFT,
  server_error: RETRY_LATER,
  too_large: 'Enter the address of a section or a feed, which is smaller.',
  bad_encoding: RETRY_LATER,
  bad_response: 'Open the address in a browser and check it. ' + SAVE_DRAFT,
  bad_redirect: 'Open the address in a browser, and enter the address that it leads to.',
  too_many_redirects: 'Open the address in a browser, and enter the address that it leads to.',
  blocked_address: 'Only sites on the public internet can be read. Enter the public address of the site.',
  forbidden_source:
    'Enter another address, or edit the rights of the source to which this address belongs and enter the reason. Unarchive the source first if it is archived.',
  robots:
    'The rules in robots.txt are always followed. Ask the publisher for permission, or enter the address of a feed.',
  invalid_address: 'An address looks like https://example.org or example.org/news.',
  cancelled: 'You can find feeds again at any time.',
  consent_wall: 'The site asks visitors for consent first. Its feeds may still work: enter the address of a feed.',
  sign_in_page: 'The site asks visitors to sign in first. Its feeds may still work: enter the address of a feed.',
  html_instead_of_feed: 'The address returns a web page instead of a feed. Enter the address of the homepage.',
};

/**
 * Returns what the user can do about an outcome; unknown outcomes of a newer API get general
 * advice.
 */
export function adviceFor(outcome: string): string {
  return (ADVICE as Record<string, string>)[outcome] ?? SAVE_DRAFT;
}
