import type { QueryKey } from '@tanstack/react-query';
import { streamEvents } from './gen/sdk.gen';
import type { UpdateEvent } from './gen/types.gen';
import { ApiProblem } from './problem';
import { queryKeys } from './query-keys';

/** The API sends at least a comment every 15 s. After two that are missing, the connection is considered broken. */
const SILENCE_MS = 40_000;

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;

export interface StreamOptions {
  /** The source whose checks are reported. */
  source: string | undefined;
  /** The id of the last event of an earlier stream. */
  lastEventId: string | undefined;
  signal: AbortSignal;
  onEvent: (name: string, event: UpdateEvent) => void;
  onId: (id: string) => void;
}

/** Reads the stream of changes until it ends. Throws if it is refused or breaks. */
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
        // Last, because the id means that the event was handled.
        if (id) onId(id);
      },
    });
    // onSseEvent has handled the events.
    for await (const _ of stream) void _;
  } finally {
    window.clearTimeout(timer);
  }
  if (failure && !signal.aborted) throw failure as Error;
}

/** Returns the delay before connecting again: exponential back-off with jitter, at least Retry-After. */
export function reconnectDelay(failures: number, error: unknown, random = Math.random()): number {
  const retryAfterMs = error instanceof ApiProblem ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const backOff = Math.min(FIRST_DELAY_MS * 2 ** failures, MAX_DELAY_MS);
  return Math.max(backOff, retryAfterMs) * (0.75 + random / 2);
}

/** Returns the keys of the queries that a change concerns. */
export function keysOf(name: string, sources: string[] | undefined): QueryKey[] {
  switch (name) {
    case 'health': {
      const health = sources ? sources.map(queryKeys.health) : [['source']];
      return [...health, queryKeys.sourceLists, queryKeys.work, queryKeys.overview, queryKeys.alerts];
    }
    case 'sources': {
      const changed = sources ? [...sources, 'all'].map(queryKeys.source) : [['source']];
      return [
        ...changed,
        queryKeys.sourceLists,
        queryKeys.summary,
        queryKeys.work,
        queryKeys.tags,
        queryKeys.proposals,
      ];
    }
    case 'checks':
      return [['checks'], ...(sources ?? []).map(queryKeys.health)];
    case 'suggestions':
      return [queryKeys.suggestions, queryKeys.work];
    case 'imports':
      return [queryKeys.imports, ...queryKeys.imported];
    case 'incidents':
      return [queryKeys.incidents, queryKeys.checkStatus];
    default:
      return []; // of a newer version of the API
  }
}

/** All keys that events concern. */
export const LIVE_KEYS: QueryKey[] = [
  ['source'],
  ['checks'],
  ...[queryKeys.sourceLists, queryKeys.summary, queryKeys.work, queryKeys.overview, queryKeys.alerts, queryKeys.tags],
  ...[queryKeys.proposals, queryKeys.suggestions, queryKeys.imports, queryKeys.incidents, queryKeys.checkStatus],
];
