import type { Candidate, EndpointKind, CandidateOutcome } from '@/api/gen/types.gen';
import { ENDPOINT_KIND, labelOf } from '@/lib/labels';
import { formatCount } from '@/lib/format-count';

export type Tone = 'ok' | 'warn' | 'bad';

/** The verdict per outcome. Outcomes with the tone "warn" may be temporary. */
const OUTCOMES: Record<CandidateOutcome | 'consent_wall' | 'sign_in_page', { tone: Tone; title: string }> = {
  ok: { tone: 'ok', title: 'Works' },
  not_modified: { tone: 'ok', title: 'Unchanged' },
  timeout: { tone: 'warn', title: 'Timed out' },
  dns: { tone: 'bad', title: 'Host not found' },
  refused: { tone: 'bad', title: 'Connection refused' },
  reset: { tone: 'warn', title: 'Connection lost' },
  tls: { tone: 'bad', title: 'Invalid certificate' },
  unauthorized: { tone: 'bad', title: 'Password required' },
  forbidden: { tone: 'bad', title: 'Forbidden' },
  challenge: { tone: 'bad', title: 'Bot check' },
  not_found: { tone: 'bad', title: 'Not found' },
  gone: { tone: 'bad', title: 'Gone' },
  rate_limited: { tone: 'warn', title: 'Rate limited' },
  unavailable: { tone: 'warn', title: 'Unavailable' },
  client_error: { tone: 'bad', title: 'Request refused' },
  server_error: { tone: 'warn', title: 'Server error' },
  too_large: { tone: 'bad', title: 'Too large' },
  bad_encoding: { tone: 'bad', title: 'Invalid encoding' },
  bad_response: { tone: 'bad', title: 'Invalid response' },
  bad_redirect: { tone: 'bad', title: 'Invalid redirect' },
  too_many_redirects: { tone: 'bad', title: 'Too many redirects' },
  blocked_address: { tone: 'bad', title: 'Address not allowed' },
  robots: { tone: 'warn', title: 'Blocked by robots.txt' },
  invalid_address: { tone: 'bad', title: 'Invalid address' },
  cancelled: { tone: 'warn', title: 'Cancelled' },
  html_instead_of_feed: { tone: 'bad', title: 'Web page, not a feed' },
  not_checked: { tone: 'warn', title: 'Not checked' },
  consent_wall: { tone: 'warn', title: 'Consent wall' },
  sign_in_page: { tone: 'warn', title: 'Sign-in page' },
};

export interface Verdict {
  tone: Tone;
  title: string;
  sentence: string;
}

/** Returns the tone and title of an outcome; unknown outcomes of a newer API count as failed. */
export function outcomeVerdict(outcome: string): { tone: Tone; title: string } {
  return (
    (OUTCOMES as Partial<Record<string, Pick<Verdict, 'tone' | 'title'>>>)[outcome] ?? { tone: 'bad', title: 'Failed' }
  );
}

type FetchResult = Pick<Candidate, 'outcome' | 'detail' | 'kind' | 'items' | 'status'>;

/** Returns the verdict about a test. `expectedKind` is the kind that the endpoint is saved as. */
export function verdictOf(result: FetchResult, expectedKind?: EndpointKind): Verdict {
  const { tone, title } = outcomeVerdict(result.outcome);
  if (!result.kind) return { tone, title, sentence: result.detail ?? failureText(result) };
  const kind = labelOf(ENDPOINT_KIND, result.kind);
  const items = formatCount(result.items, 'item');
  if (result.outcome !== 'ok')
    return { tone: 'warn', title, sentence: result.detail ?? `The feed has ${items} (${kind}).` };
  if (expectedKind && expectedKind !== result.kind) {
    const sentence = `A check would find ${items}, but the address returns ${kind} instead of ${labelOf(ENDPOINT_KIND, expectedKind)}.`;
    return { tone: 'warn', title: 'Different kind', sentence };
  }
  if (result.items === 0)
    return { tone: 'warn', title: 'Empty', sentence: `The feed (${kind}) is valid but has no items.` };
  return { tone, title, sentence: `A check would find ${items} (${kind}).` };
}

function failureText({ status }: FetchResult): string {
  return status ? `The site responded with status ${status}.` : 'The site could not be read.';
}
