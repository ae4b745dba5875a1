import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { json, problem } from '@/test/api';
import { createFetch } from './http';
import { ApiProblem, ApiUnreachable } from './problem';

let responses: (() => Response | Promise<Response>)[];
let sent: Request[];
const getToken = vi.fn<(force: boolean) => Promise<string | null>>();
const onSessionRejected = vi.fn<() => void>();

beforeEach(() => {
  responses = [];
  sent = [];
  getToken.mockReset().mockImplementation((force) => Promise.resolve(force ? 'fresh' : 'token'));
  onSessionRejected.mockReset();
  document.cookie = 'XSRF-TOKEN=secret; path=/';
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request);
    return (responses.shift() ?? (() => json({})))();
  });
});

afterEach(() => {
  document.cookie = 'XSRF-TOKEN=; path=/; max-age=0';
});

const create = (host = '') => createFetch({ host, getToken, onSessionRejected });
const createRequest = (host = '') =>
  new Request(`${host}/newssources`, {
    method: 'POST',
    body: '{"name":"x"}',
    headers: { 'Content-Type': 'application/json' },
  });

describe('request headers', () => {
  test('same origin: bearer token, no-store, JSON, and the anti-forgery header on writes only', async () => {
    await create()(createRequest());
    await create()(new Request('/newssources'));
    const [post, get] = sent;
    expect(post?.headers.get('Authorization')).toBe('Bearer token');
    expect(post?.headers.get('Accept')).toBe('application/json');
    expect(post?.cache).toBe('no-store');
    expect(post?.credentials).toBe('same-origin');
    expect(post?.headers.get('X-XSRF-TOKEN')).toBe('secret');
    expect(get?.headers.get('X-XSRF-TOKEN')).toBeNull();
  });

  test('a force-cache request keeps its cache mode', async () => {
    await create()(new Request('/newssources/1/logo?v=2', { cache: 'force-cache' }));
    expect(sent[0]?.cache).toBe('force-cache');
  });

  test('an absolute host gets the bearer token, but no cookie and no anti-forgery header', async () => {
    const host = 'https://api.example.org';
    await create(host)(createRequest(host));
    expect(sent[0]?.headers.get('X-XSRF-TOKEN')).toBeNull();
    expect(sent[0]?.credentials).toBe('omit');
    expect(sent[0]?.headers.get('Authorization')).toBe('Bearer token');
  });

  test('an absolute host equal to the page origin gets no anti-forgery header', async () => {
    const host = window.location.origin;
    await create(host)(createRequest(host));
    expect(sent[0]?.headers.get('X-XSRF-TOKEN')).toBeNull();
  });
});

test('a write that is repeated before its answer is sent once', async () => {
  const apiFetch = create();
  const answers = await Promise.all([apiFetch(createRequest()), apiFetch(createRequest())]);
  expect(sent).toHaveLength(1);
  expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([{}, {}]);
  await apiFetch(createRequest());
  expect(sent).toHaveLength(2);
});

describe('401', () => {
  test('renews the token once and repeats the request with its body', async () => {
    responses = [() => problem(401, 'token_expired'), () => json({ ok: true })];
    expect((await create()(createRequest())).status).toBe(200);
    expect(sent[1]?.headers.get('Authorization')).toBe('Bearer fresh');
    expect(await sent[1]?.text()).toBe('{"name":"x"}');
    expect(onSessionRejected).not.toHaveBeenCalled();
  });

  test('ends the session when the fresh token is also rejected', async () => {
    responses = [() => problem(401, 'token_revoked'), () => problem(401, 'token_revoked')];
    await expect(create()(createRequest())).rejects.toMatchObject({ status: 401 });
    expect(onSessionRejected).toHaveBeenCalledOnce();
    expect(sent).toHaveLength(2);
  });
});

describe('403 xsrf_…', () => {
  test('requests the session to renew the cookie and repeats the write once', async () => {
    const session = () => {
      document.cookie = 'XSRF-TOKEN=renewed; path=/';
      return json({});
    };
    responses = [() => problem(403, 'xsrf_invalid'), session, () => json({ id: 1 }, { status: 201 })];
    expect((await create()(createRequest())).status).toBe(201);
    expect(sent.map((r) => `${r.method} ${new URL(r.url).pathname}`)).toEqual([
      'POST /newssources',
      'GET /newssources/session',
      'POST /newssources',
    ]);
    expect(sent[2]?.headers.get('X-XSRF-TOKEN')).toBe('renewed');
    expect(await sent[2]?.text()).toBe('{"name":"x"}');
  });

  test('is thrown after one retry', async () => {
    responses = [() => problem(403, 'xsrf_missing'), () => json({}), () => problem(403, 'xsrf_missing')];
    await expect(create()(createRequest())).rejects.toMatchObject({ code: 'xsrf_missing' });
    expect(sent).toHaveLength(3);
  });

  test('a 403 with another code is not repeated', async () => {
    responses = [() => problem(403, 'role_too_low')];
    await expect(create()(createRequest())).rejects.toBeInstanceOf(ApiProblem);
    expect(sent).toHaveLength(1);
  });
});

describe('ApiUnreachable', () => {
  test('is thrown with kind network on a network failure', async () => {
    responses = [() => Promise.reject(new TypeError('Failed to fetch'))];
    await expect(create()(createRequest())).rejects.toMatchObject({ name: 'ApiUnreachable', kind: 'network' });
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('offline, a %s is refused without being sent', async (method) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const error: unknown = await create()(new Request('/newssources/1', { method })).catch((e: unknown) => e);
    expect(error).toMatchObject({ kind: 'offline', message: 'You are offline; nothing was saved.' });
    expect(sent).toHaveLength(0);
    expect(getToken).not.toHaveBeenCalled();
  });

  test.each([new Request('/newssources'), new Request('/newssources/previews', { method: 'POST' })])(
    'offline, the read request $method $url is sent, and its failure is reported as offline',
    async (request) => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      responses = [() => Promise.reject(new TypeError('Failed to fetch'))];
      const error: unknown = await create()(request).catch((e: unknown) => e);
      expect(error).toMatchObject({ kind: 'offline', message: expect.stringContaining('This device is offline') });
      expect(sent).toHaveLength(1);
    },
  );

  test('the error of a write that the server may have received does not say that nothing was saved', async () => {
    responses = [
      () => {
        vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
        return Promise.reject(new TypeError('Failed to fetch'));
      },
    ];
    const error: unknown = await create()(createRequest()).catch((e: unknown) => e);
    expect(error).toMatchObject({ kind: 'network', message: expect.stringContaining('may not be saved') });
  });

  test('is thrown with kind identity when the token cannot be renewed', async () => {
    getToken.mockRejectedValue(new Error('auth/network-request-failed'));
    const error: unknown = await create()(createRequest()).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ApiUnreachable);
    expect(error).toMatchObject({ kind: 'identity' });
    expect(sent).toHaveLength(0);
  });

  test('is not thrown when the caller aborts the request', async () => {
    const cancel = new AbortController();
    responses = [
      () => {
        cancel.abort();
        return Promise.reject(cancel.signal.reason as Error);
      },
    ];
    await expect(create()(new Request('/newssources', { signal: cancel.signal }))).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('the Idempotency-Key', () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  const keys = () => sent.map(({ headers }) => headers.get('Idempotency-Key'));
  const post = (path: string, body?: string) => new Request(path, { method: 'POST', body });
  const failed = () => undefined;

  afterEach(() => vi.useRealTimers());

  test('of a submission that is repeated without an answer is the same, and that of another submission is new', async () => {
    const apiFetch = create();
    responses = [lost, lost];
    await apiFetch(createRequest()).catch(failed);
    await apiFetch(createRequest()).catch(failed);
    await apiFetch(post('/newssources', '{"name":"y"}'));
    const [first, second, other] = keys();
    expect(first).toMatch(/^[!#-~]{20,255}$/);
    expect(second).toBe(first);
    expect(other).not.toBe(first);
  });

  test('is new after a success', async () => {
    const apiFetch = create();
    responses = [lost];
    await apiFetch(createRequest()).catch(failed);
    await apiFetch(createRequest());
    await apiFetch(createRequest());
    const [first, second, third] = keys();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('is kept while the session or the anti-forgery cookie is renewed', async () => {
    responses = [() => problem(401, 'token_expired'), () => problem(403, 'xsrf_invalid'), () => json({})];
    await create()(createRequest());
    const posts = sent.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('Idempotency-Key'));
    expect(posts).toHaveLength(3);
    expect(new Set(posts).size).toBe(1);
  });

  test('is new after a request that may have undone the first one', async () => {
    const apiFetch = create();
    responses = [lost];
    await apiFetch(post('/newssources/checks/pause')).catch(failed);
    await apiFetch(post('/newssources/checks/resume'));
    await apiFetch(post('/newssources/checks/pause'));
    const [first, , third] = keys();
    expect(third).not.toBe(first);
  });

  test('is new after ten minutes', async () => {
    vi.useFakeTimers();
    const apiFetch = create();
    responses = [lost];
    await apiFetch(createRequest()).catch(failed);
    vi.advanceTimersByTime(11 * 60_000);
    await apiFetch(createRequest());
    const [first, second] = keys();
    expect(second).not.toBe(first);
  });

  test('waits for the first request with the same key', async () => {
    vi.useFakeTimers();
    responses = [
      () => problem(409, 'request_in_progress', {}, { 'Retry-After': '1' }),
      () => problem(409, 'request_in_progress', {}, { 'Retry-After': '1' }),
      () => json({ id: 1 }, { status: 201 }),
    ];
    const answer = create()(createRequest());
    await vi.advanceTimersByTimeAsync(3_000);
    expect((await answer).status).toBe(201);
    expect(new Set(keys()).size).toBe(1);
  });

  test('of an upload is the same when the file is sent again', async () => {
    const apiFetch = create();
    responses = [lost];
    const upload = () =>
      new Request('/newssources/imports?filename=a.opml', { method: 'POST', body: new Blob(['<opml/>']) });
    await apiFetch(upload()).catch(failed);
    await apiFetch(upload());
    const [first, second] = keys();
    expect(second).toBe(first);
  });

  interface Operation {
    parameters?: { $ref?: string }[];
  }
  const { paths } = parse(readFileSync('../services/newssources/openapi.yaml', 'utf8')) as {
    paths: Record<string, { post?: Operation }>;
  };
  /** Programs use these routes, and the app does not. */
  const OF_PROGRAMS = ['/newssources/claims', '/newssources/attempts', '/newssources/websub/{subscription_id}'];
  const posts = Object.entries(paths).flatMap(([path, { post }]) =>
    post && !OF_PROGRAMS.includes(path)
      ? [[path, Boolean(post.parameters?.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')))] as const]
      : [],
  );

  test.each(posts)('of POST %s is sent: %s, as in the contract', async (path, isAccepted) => {
    await create()(post(path.replaceAll(/{\w+}/g, '0190b5d2-0000-7000-8000-000000000001'), '{}'));
    expect(keys()[0] !== null).toBe(isAccepted);
  });
});
