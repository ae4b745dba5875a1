import type { QueryKey } from '@tanstack/react-query';
import { streamEvents } from './gen/sdk.gen';
import type { UpdateEvent } from './gen/types.gen';
import { ApiProblem } from './problem';
import { queryKeys } from './query-keys';

/**
 * The API sends a comment every 15 s. After two missed comments, the connection is considered
 * broken.
 */
const SILENCE_MS = 40_000;

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;

export interface StreamOptions {
  /** The source whose checks are reported, or undefined. */
  source: string | undefined;
  /** The id of the last event of an earlier stream. */
  lastEventId: string | undefined;
  signal: AbortSignal;
  onEvent: (name: string, event: UpdateEvent) => void;
  onId: (id: string) => void;
}

/**
 * Reads the stream of changes until it ends. Throws if the stream is refused or the connection
 * breaks.
 */
export async function readUpdates({ source, lastEventId, signal, onEvent, onId }: StreamOptions): Promise<void> {
  const silent = new AbortController();
  let timer = window.setTimeout(() => silent.abort(), SILENCE_MS);
  let failure: unknown;
  try {
    const { stream } = await streamEvents({
      query: { source },
      headers: { Accept: 'text/event-stream', 'Last-Event-ID': lastEventId },
      signal: AbortSignal.any([signal, silent.signal]),
      sseMaxRetryAttempts: 1,
      onSseError: (error) => (failure = error),
      onSseEvent: ({ event, data, id }) => {
        window.clearTimeout(timer);
        timer = window.setTimeout(() => silent.abort(), SILENCE_MS);
        if (event) onEvent(event, data as UpdateEvent);
        // The id is stored last, because a reconnection with it skips this event.
        if (id) onId(id);
      },
    });
    // Reads to the end; onSseEvent handles the events.
    for await (const _ of stream) void _;
  } finally {
    window.clearTimeout(timer);
  }
  if (failure && !signal.aborted) throw failure as Error;
}

/**
 * Returns the delay before reconnecting: exponential back-off with ±25 % jitter, after Retry-After
 * has passed.
 */
export function reconnectDelay(failures: number, error: unknown, random = Math.random()): number {
  const retryAfterMs = error instanceof ApiProblem ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const backOff = Math.min(FIRST_DELAY_MS * 2 ** failures, MAX_DELAY_MS);
  return retryAfterMs * (1 + random / 4) + backOff * (0.75 + random / 2);
}

/** Returns the keys of the queries to refetch after an event. */
export function keysOf(name: string, sources: string[] | undefined): QueryKey[] {
  switch (name) {
    case 'health': {
      const health = sources ? sources.map(queryKeys.health) : [['source']];
      const lists = [
        queryKeys.sourceLists,
        queryKeys.work,
        queryKeys.suggestions,
        queryKeys.overview,
        queryKeys.alerts,
      ];
      return [...health, ...lists];
    }
    case 'sources': {
      const changed = sources ? [...sources, 'all'].map(queryKeys.source) : [['source']];
      return [
        ...changed,
        queryKeys.sourceLists,
        queryKeys.summary,
        queryKeys.work,
        queryKeys.tags,
        queryKeys.suggestedFields,
      ];
    }
    case 'checks':
      return [['checks'], ...(sources ?? []).map(queryKeys.health)];
    case 'suggestions':
      return [queryKeys.suggestions, queryKeys.work];
    case 'imports':
      return [queryKeys.imports, ...queryKeys.imported];
    case 'change_sets':
      return [queryKeys.changeSets];
    case 'incidents':
      // During an incident of the service, the health of all checked sources is unknown.
      return [queryKeys.incidents, queryKeys.checkStatus, ['source'], queryKeys.sourceLists, queryKeys.overview];
    default:
      return []; // an event of a newer version of the API
  }
}

/** The keys of all queries that events can refetch. */
export const LIVE_KEYS: QueryKey[] = [
  ['source'],
  ['checks'],
  ...[queryKeys.sourceLists, queryKeys.summary, queryKeys.work, queryKeys.overview, queryKeys.alerts, queryKeys.tags],
  ...[
    queryKeys.suggestedFields,
    queryKeys.suggestions,
    queryKeys.imports,
    queryKeys.changeSets,
    queryKeys.incidents,
    queryKeys.checkStatus,
  ],
];
