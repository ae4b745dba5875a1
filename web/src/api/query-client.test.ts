import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiProblem, problemFrom } from './problem';
import { createQueryClient, MEMBER_KEY, nextAttempt, retryDelay } from './query-client';

describe('the delay before a retry', () => {
  test.each([
    [0, undefined, 1_000],
    [2, undefined, 4_000],
    [10, undefined, 8_000],
    [0, 2, 2_000],
    [0, 60, 60_000],
    [0, 100_000, 300_000],
  ])('after %d failures with Retry-After %s is %d ms', (failures, retryAfter, ms) => {
    expect(retryDelay(failures, new ApiProblem(429, {}, retryAfter))).toBe(ms);
  });

  test('follows a date', async () => {
    const headers = { 'Retry-After': new Date(Date.now() + 90_000).toUTCString() };
    const problem = await problemFrom(new Response('', { status: 503, headers }));
    expect(retryDelay(0, problem)).toBeGreaterThan(85_000);
    expect(retryDelay(0, problem)).toBeLessThanOrEqual(90_000);
  });

  test('is reported if the API asked for more than the back-off', () => {
    const busy = new ApiProblem(429, {}, 60);
    expect(nextAttempt(busy, true)).toEqual(busy.retryAt);
    expect(nextAttempt(busy, false)).toBeUndefined();
    expect(nextAttempt(new ApiProblem(429, {}, 2), true)).toBeUndefined();
  });
});

describe('after a 403, the member is read again', () => {
  const forbidden = () => Promise.reject(new ApiProblem(403, { code: 'role_too_low' }));

  /** Shows the member and returns the number of requests for it. */
  function showMember() {
    const queryClient = createQueryClient();
    const read = vi.fn(() => Promise.resolve({ role: 'viewer' }));
    const member = new QueryObserver(queryClient, { queryKey: [MEMBER_KEY, 'u1'], queryFn: read, staleTime: Infinity });
    return { queryClient, read, stop: member.subscribe(() => undefined) };
  }

  test('of a query', async () => {
    const { queryClient, read, stop } = showMember();
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1));
    await queryClient.fetchQuery({ queryKey: ['people'], queryFn: forbidden }).catch(() => undefined);
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
    stop();
  });

  test('of a mutation', async () => {
    const { queryClient, read, stop } = showMember();
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1));
    const mutation = queryClient.getMutationCache().build(queryClient, { mutationFn: forbidden });
    await mutation.execute(undefined).catch(() => undefined);
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
    stop();
  });

  test('but not of the member itself, which would repeat for ever, nor of another error', async () => {
    const queryClient = createQueryClient();
    const read = vi.fn(forbidden);
    await queryClient.fetchQuery({ queryKey: [MEMBER_KEY, 'u1'], queryFn: read }).catch(() => undefined);
    const notFound = () => Promise.reject(new ApiProblem(404, {}));
    const invalidated = vi.spyOn(queryClient, 'invalidateQueries');
    await queryClient.fetchQuery({ queryKey: ['people'], queryFn: notFound }).catch(() => undefined);
    expect(read).toHaveBeenCalledTimes(1);
    expect(invalidated).not.toHaveBeenCalled();
  });
});

describe('a query that the API asked to wait', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('is tried again after Retry-After', async () => {
    const queryClient = createQueryClient();
    const read = vi.fn(() => Promise.reject(new ApiProblem(429, {}, 60)));
    const observer = new QueryObserver(queryClient, { queryKey: ['sources'], queryFn: read, refetchInterval: 5_000 });
    const stop = observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(read).toHaveBeenCalledTimes(1); // also not by its interval
    await vi.advanceTimersByTimeAsync(2_000);
    expect(read).toHaveBeenCalledTimes(2);
    stop();
  });
});
