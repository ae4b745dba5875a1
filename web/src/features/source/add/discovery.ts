import { discover } from '@/api/gen/sdk.gen';
import type {
  Arrival,
  Candidate,
  Collected,
  DiscoveryEvent,
  DiscoverySummary,
  ProposedField,
} from '@/api/gen/types.gen';

/** What a search has found so far. */
export interface Found {
  arrival?: Arrival;
  /** The best first. */
  candidates: Candidate[];
  fields: Partial<Record<ProposedField['name'], ProposedField>>;
  existing: Collected[];
  done?: DiscoverySummary;
}

export const NOTHING_YET: Found = { candidates: [], fields: {}, existing: [] };

/** Takes in what became known. */
export function take(found: Found, event: DiscoveryEvent): Found {
  switch (event.type) {
    case 'reached':
      return { ...found, arrival: event.reached };
    case 'candidate':
      return event.candidate ? { ...found, candidates: ranked(found.candidates, event.candidate) } : found;
    case 'field':
      return event.field ? { ...found, fields: { ...found.fields, [event.field.name]: event.field } } : found;
    case 'existing':
      return event.existing ? { ...found, existing: [...found.existing, event.existing] } : found;
    case 'done':
      return { ...found, done: event.done };
  }
}

/** The same address again replaces what was told before, such as when its overlap with another one is known. */
function ranked(candidates: Candidate[], added: Candidate): Candidate[] {
  return [...candidates.filter(({ url }) => url !== added.url), added].sort((a, b) => b.score - a.score);
}

/**
 * Searches, and tells events as soon as they arrive. Ends when the search does, or without `done` when it broke off. What
 * arrives together is told together: React refuses to draw again for each of a hundred feeds that come in one piece.
 */
export async function search(address: string, onEvents: (events: DiscoveryEvent[]) => void, signal: AbortSignal) {
  const { data } = await discover({ body: { address }, parseAs: 'stream', signal });
  for await (const some of lines(data as unknown as ReadableStream<Uint8Array>)) {
    onEvents(some.map((line) => JSON.parse(line) as DiscoveryEvent));
  }
}

/**
 * The lines of a stream, as they become whole; those of one piece together. A connection that breaks ends them: what came
 * until then is as good as ever.
 */
export async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => BROKEN);
      rest += decoder.decode(value, { stream: !done });
      const whole = rest.split('\n');
      rest = whole.pop() ?? '';
      yield whole.filter((line) => line !== '');
      if (done) break;
    }
  } finally {
    reader.releaseLock();
  }
}

const BROKEN: ReadableStreamReadResult<Uint8Array> = { value: undefined, done: true };
