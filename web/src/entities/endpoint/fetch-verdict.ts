import type { Candidate, EndpointKind } from '@/api/gen/types.gen';
import { HEALTH_CAUSE } from '@/entities/check/labels';
import { formatCount } from '@/lib/format-count';
import { labelOf } from '@/lib/labels';
import { ENDPOINT_KIND } from './labels';

export type Tone = 'ok' | 'warn' | 'bad';

/** Outcomes that are no cause of a state of health. */
const TITLES = {
  ok: 'Works',
  not_modified: 'Unchanged',
  cancelled: 'Cancelled',
  not_checked: 'Not checked',
  consent_wall: 'Consent page',
  sign_in_page: 'Sign-in page',
};

/**
 * The tones of outcomes that are no definite failure. Outcomes with the tone "warn" may be
 * temporary.
 */
const TONES: Partial<Record<string, Tone>> = {
  ok: 'ok',
  not_modified: 'ok',
  timeout: 'warn',
  reset: 'warn',
  rate_limited: 'warn',
  unavailable: 'warn',
  server_error: 'warn',
  robots: 'warn',
  cancelled: 'warn',
  not_checked: 'warn',
  consent_wall: 'warn',
  sign_in_page: 'warn',
};

export interface Verdict {
  tone: Tone;
  title: string;
  sentence: string;
}

/** Returns the tone and title of an outcome; unknown outcomes of a newer API count as failed. */
export function outcomeVerdict(outcome: string): { tone: Tone; title: string } {
  const titles: Partial<Record<string, string>> = { ...HEALTH_CAUSE, ...TITLES };
  return { tone: TONES[outcome] ?? 'bad', title: titles[outcome] ?? 'Failed' };
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
