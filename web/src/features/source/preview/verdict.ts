import type { Candidate, EndpointKind, FetchOutcome } from '@/api/gen/types.gen';
import { ENDPOINT_KIND, labelOf } from '@/lib/labels';
import { formatCount } from '@/lib/format-count';

export type Tone = 'ok' | 'warn' | 'bad';

/** What came of a fetch, in a word or two. Warnings may pass by themselves; what is bad stays until somebody acts. */
const OUTCOMES: Record<FetchOutcome, { tone: Tone; word: string }> = {
  ok: { tone: 'ok', word: 'Works' },
  not_modified: { tone: 'ok', word: 'Unchanged' },
  timeout: { tone: 'warn', word: 'Too slow' },
  dns: { tone: 'bad', word: 'No such site' },
  refused: { tone: 'bad', word: 'No answer' },
  reset: { tone: 'warn', word: 'Cut off' },
  tls: { tone: 'bad', word: 'Not secure' },
  unauthorized: { tone: 'bad', word: 'Wants a password' },
  forbidden: { tone: 'bad', word: 'Forbidden' },
  challenge: { tone: 'bad', word: 'Wants a browser' },
  not_found: { tone: 'bad', word: 'Not found' },
  gone: { tone: 'bad', word: 'Gone' },
  rate_limited: { tone: 'warn', word: 'Too often' },
  unavailable: { tone: 'warn', word: 'Unavailable' },
  client_error: { tone: 'bad', word: 'Refused' },
  server_error: { tone: 'warn', word: 'Their error' },
  too_large: { tone: 'bad', word: 'Too large' },
  bad_encoding: { tone: 'bad', word: 'Damaged' },
  bad_response: { tone: 'bad', word: 'Not readable' },
  bad_redirect: { tone: 'bad', word: 'Leads nowhere' },
  too_many_redirects: { tone: 'bad', word: 'Leads in circles' },
  blocked_address: { tone: 'bad', word: 'Not allowed' },
  robots: { tone: 'warn', word: 'Not wanted' },
  invalid_address: { tone: 'bad', word: 'No address' },
  cancelled: { tone: 'warn', word: 'Stopped' },
  html_instead_of_feed: { tone: 'bad', word: 'A page, no feed' },
};

export interface Verdict {
  tone: Tone;
  word: string;
  sentence: string;
}

type Judged = Pick<Candidate, 'outcome' | 'detail' | 'kind' | 'items' | 'status'>;

/** What a test says, in a sentence. `expected` is the kind that an endpoint is saved as. */
export function verdictOf(result: Judged, expected?: EndpointKind): Verdict {
  // A newer API may tell of more than this page knows.
  const { tone, word } = OUTCOMES[result.outcome] ?? { tone: 'bad', word: 'Failed' };
  if (!result.kind) return { tone, word, sentence: result.detail ?? plainFailure(result) };
  const kind = labelOf(ENDPOINT_KIND, result.kind);
  const items = formatCount(result.items, 'item', 'items');
  if (result.outcome !== 'ok') return { tone: 'warn', word, sentence: result.detail ?? `It has ${items} (${kind}).` };
  if (expected && expected !== result.kind) {
    const sentence = `A check would find ${items}, but this is ${kind} and not ${labelOf(ENDPOINT_KIND, expected)}.`;
    return { tone: 'warn', word: 'Another kind', sentence };
  }
  if (result.items === 0)
    return { tone: 'warn', word: 'Empty', sentence: `This is ${kind} and can be read, but has no items.` };
  return { tone, word, sentence: `A check would find ${items} (${kind}).` };
}

function plainFailure({ status }: Judged): string {
  return status ? `The site answers with status ${status}.` : 'The site could not be read.';
}
