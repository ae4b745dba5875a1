import type { CheckResultFilter, HealthCause, HealthState } from '@/api/gen/types.gen';

/** The words for the health that the checks observe, from the best to the worst state. */
export const HEALTH_STATE: Record<HealthState, string> = {
  ok: 'Working',
  new: 'Not checked yet',
  quiet: 'Quiet',
  unknown: 'Unknown',
  degraded: 'Failed recently',
  suspect: 'Suspect',
  blocked: 'Blocked',
  failing: 'Failing',
  gone: 'Gone',
};

/** The causes of the health, as the titles of package health. */
export const HEALTH_CAUSE: Record<HealthCause, string> = {
  timeout: 'No answer in time',
  dns: 'Host name not found',
  refused: 'Connection refused',
  reset: 'Connection closed',
  tls: 'Invalid certificate',
  unauthorized: 'Password required',
  forbidden: 'Access refused',
  challenge: 'Browser check',
  not_found: 'Page not found',
  gone: 'Permanently gone',
  rate_limited: 'Rate limited',
  unavailable: 'Site unavailable',
  client_error: 'Request refused',
  server_error: 'Server error',
  too_large: 'Document too large',
  bad_encoding: 'Invalid compression',
  bad_response: 'Invalid response',
  bad_redirect: 'Redirect cannot be followed',
  too_many_redirects: 'Too many redirects',
  blocked_address: 'Address not public',
  forbidden_source: 'Belongs to a forbidden source',
  robots: 'Forbidden by robots.txt',
  invalid_address: 'Invalid address',
  html_instead_of_feed: 'Page instead of a feed',
  unreadable: 'Unreadable document',
  empty: 'No items any more',
  identity_storm: 'Changed item IDs',
  other_outlet: 'Another outlet',
  parked: 'Domain for sale',
  credentials: 'Credentials not readable',
  silence: 'Unusual silence',
};

export const CHECK_RESULT: Record<CheckResultFilter, string> = {
  failed: 'Failed',
  new_items: 'With new items',
};
