import type { FetchOutcome } from '@/api/gen/types.gen';

const LATER = 'This may pass by itself: search again in a while, or save a draft and come back to it.';
const DRAFT = 'If the outlet is right, save it as a draft and come back to it.';

/** What a person can do about a site whose page could not be had. The service has said what happened. */
const ADVICE: Record<FetchOutcome, string> = {
  ok: '',
  not_modified: '',
  timeout: LATER,
  dns: 'Look for a slip in the name. ' + DRAFT,
  refused: 'Look at the address, above all its port and http or https. ' + LATER,
  reset: LATER,
  tls: 'We never read a site whose certificate is wrong. Tell the site, or save a draft until it is put right.',
  unauthorized: 'Paste the address with user name and password, such as https://name:password@example.org/feed.',
  forbidden: 'The site may be closed to programs. Ask the publisher, or paste the address of a feed if you know one.',
  challenge: 'We never pretend to be a browser. Ask the publisher to let us in, or paste the address of a feed.',
  not_found: 'Look for a slip in the address, or paste the address of the homepage.',
  gone: 'The site says that it will not come back. Paste the address of the homepage, or leave it out.',
  rate_limited: 'Wait for a few minutes, then search again.',
  unavailable: LATER,
  client_error: 'Look at the address in a browser; it may want something that we cannot give. ' + DRAFT,
  server_error: LATER,
  too_large: 'Paste the address of a section or of a feed, which is shorter.',
  bad_encoding: LATER,
  bad_response: 'Look at the address in a browser. ' + DRAFT,
  bad_redirect: 'Look where the address leads in a browser, and paste the address that you come to.',
  too_many_redirects: 'Look where the address leads in a browser, and paste the address that you come to.',
  blocked_address: 'Only sites on the public internet are read. Paste the address by which readers reach the site.',
  robots: 'We keep to what robots.txt says. Ask the publisher for leave, or paste the address of a feed.',
  invalid_address: 'An address looks like https://example.org or example.org/news.',
  cancelled: 'Search again when you like.',
  html_instead_of_feed: 'There is a page where a feed was expected: paste the address of the homepage.',
};

/** A newer API may tell of more than this page knows. */
export function adviceFor(outcome: string): string {
  return (ADVICE as Record<string, string>)[outcome] ?? DRAFT;
}
