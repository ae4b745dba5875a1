import type {
  Arrival,
  Attempt,
  Candidate,
  ExistingSource,
  DiscoveryEvent,
  DiscoverySummary,
  ProposedField,
} from '@/api/gen/types.gen';

/** The results of a discovery so far. */
export interface Discovery {
  /** The response to the given address. */
  arrival?: Arrival;
  /** Sorted by rank, the best first. */
  candidates: Candidate[];
  fields: Partial<Record<ProposedField['name'], ProposedField>>;
  /** The addresses that were tried and are not candidates. */
  attempts: Attempt[];
  /** The existing sources of this site. */
  existing: ExistingSource[];
  /** The final summary; missing while the discovery runs or when its stream ended early. */
  done?: DiscoverySummary;
}

export const EMPTY_DISCOVERY: Discovery = { candidates: [], fields: {}, attempts: [], existing: [] };

/** Returns the discovery with one more event applied. */
export function addEvent(discovery: Discovery, event: DiscoveryEvent): Discovery {
  switch (event.type) {
    case 'reached':
      return { ...discovery, arrival: event.reached };
    case 'candidate':
      return event.candidate
        ? { ...discovery, candidates: upsertCandidate(discovery.candidates, event.candidate) }
        : discovery;
    case 'field':
      return event.field
        ? { ...discovery, fields: { ...discovery.fields, [event.field.name]: event.field } }
        : discovery;
    case 'attempt':
      return event.attempt ? { ...discovery, attempts: [...discovery.attempts, event.attempt] } : discovery;
    case 'existing':
      return event.existing ? { ...discovery, existing: [...discovery.existing, event.existing] } : discovery;
    case 'done':
      return { ...discovery, done: event.done };
  }
}

/**
 * Adds a candidate, or replaces the one with the same URL: the service sends it again when its rank
 * or overlap changes.
 */
function upsertCandidate(candidates: Candidate[], added: Candidate): Candidate[] {
  return [...candidates.filter(({ url }) => url !== added.url), added].sort((a, b) => a.rank - b.rank);
}
