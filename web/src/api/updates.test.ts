import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { problem, stubApi } from '@/test/api';
import { ApiProblem } from './problem';
import { Refresher } from './refresher';
import { keysOf, readUpdates, reconnectDelay, type StreamOptions } from './updates';

function streamOf(...parts: string[]): () => Response {
  return () => new Response(parts.join(''), { headers: { 'Content-Type': 'text/event-stream' } });
}

async function read(response: () => Response, lastEventId?: string) {
  const events: unknown[] = [];
  const ids: string[] = [];
  const sent = stubApi({ 'GET /newssources/events': response });
  const options: StreamOptions = {
    source: undefined,
    lastEventId,
    signal: new AbortController().signal,
    onEvent: (name, event) => events.push([name, event]),
    onId: (id) => ids.push(id),
  };
  const failure: unknown = await readUpdates(options).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { events, ids, failure, sent };
}

test('events and ids are read until the stream ends', async () => {
  const { events, ids, failure, sent } = await read(
    streamOf(
      'id: 1\nevent: ready\ndata: {"resumed":true}\n\n',
      ': \n\n',
      'id: 2\nevent: health\ndata: {"sources":["a"]}\n\n',
      'id: 3\n: \n\n',
    ),
    '0',
  );
  expect(events).toEqual([
    ['ready', { resumed: true }],
    ['health', { sources: ['a'] }],
  ]);
  expect(ids.at(-1)).toBe('3');
  expect(failure).toBeUndefined();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.headers.get('Accept')).toBe('text/event-stream');
  expect(sent[0]?.headers.get('Last-Event-ID')).toBe('0');
});

test('a refused stream throws the problem and is not repeated', async () => {
  const { failure, sent } = await read(() => problem(429, 'busy', {}, { 'Retry-After': '60' }));
  expect(failure).toMatchObject({ status: 429, retryAfterSeconds: 60 });
  expect(sent).toHaveLength(1);
});

test.each([
  ['health', ['a'], [['source', 'a', 'health'], ['sources'], ['work'], ['suggestions'], ['overview'], ['alerts']]],
  ['health', undefined, [['source'], ['sources'], ['work'], ['suggestions'], ['overview'], ['alerts']]],
  ['checks', ['a'], [['checks'], ['source', 'a', 'health']]],
  ['incidents', undefined, [['incidents'], ['check-status'], ['source'], ['sources'], ['overview']]],
  ['of a newer version', undefined, []],
])('an event %s of sources %s refetches the queries %j', (name, sources, keys) => {
  expect(keysOf(name, sources)).toEqual(keys);
});

test('the delay doubles up to a minute and follows Retry-After', () => {
  expect([0, 1, 2, 20].map((failures) => reconnectDelay(failures, undefined, 0.5))).toEqual([1000, 2000, 4000, 60_000]);
  for (const random of [0, 0.5, 1])
    expect(reconnectDelay(0, new ApiProblem(429, {}, 90), random)).toBeGreaterThan(90_000);
});

describe('Refresher', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('invalidates each key soon, then at most once per interval', () => {
    const queryClient = new QueryClient();
    const invalidated = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
    const refresher = new Refresher(queryClient);
    for (let second = 0; second < 20; second++) {
      refresher.refresh([['sources'], ['overview']]);
      vi.advanceTimersByTime(1000);
    }
    const count = (key: string) => invalidated.mock.calls.filter(([filter]) => filter?.queryKey?.[0] === key).length;
    expect(count('sources')).toBeGreaterThanOrEqual(3);
    expect(count('sources')).toBeLessThanOrEqual(4);
    expect(count('overview')).toBe(1);
    refresher.stop();
    vi.advanceTimersByTime(60_000);
    expect(count('overview')).toBe(1);
  });

  test('forgets its keys', () => {
    const added = vi.spyOn(Map.prototype, 'set');
    const refresher = new Refresher(new QueryClient());
    for (let source = 0; source < 1000; source++) refresher.refresh([['source', `${source}`, 'health']]);
    const size = () => Math.max(...(added.mock.contexts as Map<unknown, unknown>[]).map((map) => map.size));
    expect(size()).toBe(1000);
    vi.advanceTimersByTime(60_000);
    expect(size()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
