import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { json, problem } from '@/test/api';
import { createFetch } from './http';
import { ApiProblem, ApiUnreachable } from './problem';

let answers: (() => Response | Promise<Response>)[];
let sent: Request[];
const getToken = vi.fn<(force: boolean) => Promise<string | null>>();
const onSessionRefused = vi.fn<() => void>();

beforeEach(() => {
  answers = [];
  sent = [];
  getToken.mockReset().mockImplementation((force) => Promise.resolve(force ? 'fresh' : 'token'));
  onSessionRefused.mockReset();
  document.cookie = 'XSRF-TOKEN=secret; path=/';
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request);
    return (answers.shift() ?? (() => json({})))();
  });
});

afterEach(() => {
  document.cookie = 'XSRF-TOKEN=; path=/; max-age=0';
});

const create = (host = '') => createFetch({ host, getToken, onSessionRefused });
const write = (host = '') =>
  new Request(`${host}/newssources`, {
    method: 'POST',
    body: '{"name":"x"}',
    headers: { 'Content-Type': 'application/json' },
  });

describe('what is sent', () => {
  test('same origin: token, no cache, JSON only, anti-forgery header on writes alone', async () => {
    await create()(write());
    await create()(new Request('/newssources'));
    const [post, get] = sent;
    expect(post?.headers.get('Authorization')).toBe('Bearer token');
    expect(post?.headers.get('Accept')).toBe('application/json');
    expect(post?.cache).toBe('no-store');
    expect(post?.credentials).toBe('same-origin');
    expect(post?.headers.get('X-XSRF-TOKEN')).toBe('secret');
    expect(get?.headers.get('X-XSRF-TOKEN')).toBeNull();
  });

  test('what names its version may come from the cache', async () => {
    await create()(new Request('/newssources/1/logo?v=2', { cache: 'force-cache' }));
    expect(sent[0]?.cache).toBe('force-cache');
  });

  test('an absolute host gets the bearer token only: no cookie, no anti-forgery header', async () => {
    const host = 'https://api.example.org';
    await create(host)(write(host));
    expect(sent[0]?.headers.get('X-XSRF-TOKEN')).toBeNull();
    expect(sent[0]?.credentials).toBe('omit');
    expect(sent[0]?.headers.get('Authorization')).toBe('Bearer token');
  });

  test('not even when the absolute host is this origin', async () => {
    const host = window.location.origin;
    await create(host)(write(host));
    expect(sent[0]?.headers.get('X-XSRF-TOKEN')).toBeNull();
  });
});

describe('401', () => {
  test('renews the token once and repeats the request, body and all', async () => {
    answers = [() => problem(401, 'token_expired'), () => json({ ok: true })];
    expect((await create()(write())).status).toBe(200);
    expect(sent[1]?.headers.get('Authorization')).toBe('Bearer fresh');
    expect(await sent[1]?.text()).toBe('{"name":"x"}');
    expect(onSessionRefused).not.toHaveBeenCalled();
  });

  test('ends the session when the fresh token is refused, too', async () => {
    answers = [() => problem(401, 'token_revoked'), () => problem(401, 'token_revoked')];
    await expect(create()(write())).rejects.toMatchObject({ status: 401 });
    expect(onSessionRefused).toHaveBeenCalledOnce();
    expect(sent).toHaveLength(2);
  });
});

describe('403 xsrf_…', () => {
  test('fetches the session for a new cookie and repeats the write once', async () => {
    const session = () => {
      document.cookie = 'XSRF-TOKEN=renewed; path=/';
      return json({});
    };
    answers = [() => problem(403, 'xsrf_invalid'), session, () => json({ id: 1 }, { status: 201 })];
    expect((await create()(write())).status).toBe(201);
    expect(sent.map((r) => `${r.method} ${new URL(r.url).pathname}`)).toEqual([
      'POST /newssources',
      'GET /newssources/session',
      'POST /newssources',
    ]);
    expect(sent[2]?.headers.get('X-XSRF-TOKEN')).toBe('renewed');
    expect(await sent[2]?.text()).toBe('{"name":"x"}');
  });

  test('gives up after one more try', async () => {
    answers = [() => problem(403, 'xsrf_missing'), () => json({}), () => problem(403, 'xsrf_missing')];
    await expect(create()(write())).rejects.toMatchObject({ code: 'xsrf_missing' });
    expect(sent).toHaveLength(3);
  });

  test('any other 403 is not repeated', async () => {
    answers = [() => problem(403, 'role_too_low')];
    await expect(create()(write())).rejects.toBeInstanceOf(ApiProblem);
    expect(sent).toHaveLength(1);
  });
});

describe('no answer', () => {
  test('a network failure', async () => {
    answers = [() => Promise.reject(new TypeError('Failed to fetch'))];
    await expect(create()(write())).rejects.toMatchObject({ name: 'ApiUnreachable', kind: 'network' });
  });

  test('an offline device', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    answers = [() => Promise.reject(new TypeError('Failed to fetch'))];
    await expect(create()(write())).rejects.toMatchObject({ kind: 'offline' });
  });

  test('the sign-in service cannot renew the token', async () => {
    getToken.mockRejectedValue(new Error('auth/network-request-failed'));
    const error: unknown = await create()(write()).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ApiUnreachable);
    expect(error).toMatchObject({ kind: 'identity' });
    expect(sent).toHaveLength(0);
  });

  test('what the caller cancelled is passed on as cancelled', async () => {
    const cancel = new AbortController();
    answers = [
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
