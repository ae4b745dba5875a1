import { ApiProblem, ApiUnreachable, isTransient, problemFrom } from './problem';
import { setReachable } from './reachability';
import { XSRF_HEADER, isRelativeUrl, xsrfToken } from './xsrf';

/** The API answers within 15 s or gives up (its REQUEST_TIMEOUT); the rest is for the way there and back. */
const TIMEOUT_MS = 20_000;
/** A list of 10 MB on a slow line (1 Mbit/s) takes 80 s. */
const UPLOAD_TIMEOUT_MS = 120_000;

export interface ApiDeps {
  /** '' for the page's own origin, otherwise an absolute origin. */
  host: string;
  /** The bearer token; `force` asks the provider for a new one. Null when nobody is signed in. */
  getToken: (force: boolean) => Promise<string | null>;
  /** The API refused a fresh token: the session is over. */
  onSessionRefused: () => void;
}

/**
 * The `fetch` under the generated client. Adds who is asking, refuses caches, bounds the time, and turns everything
 * that is not a success into ApiProblem or ApiUnreachable. Renews the token once on 401 and the anti-forgery cookie
 * once on 403 `xsrf_…`; both are safe to repeat because the API did nothing yet.
 */
export function createFetch(deps: ApiDeps): (request: Request) => Promise<Response> {
  const base = `${deps.host}/newssources`;
  const relative = isRelativeUrl(base);

  async function attempt(request: Request, forceToken: boolean): Promise<Response> {
    const headers = new Headers(request.headers);
    headers.set('Accept', 'application/json');
    const token = await tokenOrUnreachable(deps, forceToken);
    if (token) headers.set('Authorization', `Bearer ${token}`);
    // The client resolves relative addresses before we see them, so the base it was given decides.
    const xsrf = xsrfToken(request.method, relative ? new URL(request.url).pathname : request.url);
    if (xsrf) headers.set(XSRF_HEADER, xsrf);
    return send(
      new Request(request, { headers, cache: cacheOf(request), credentials: relative ? 'same-origin' : 'omit' }),
      request.signal,
    );
  }

  return async function apiFetch(request) {
    // A body can be read once, so the copies for second attempts are made before the first.
    const [again, afterXsrf] = [request.clone(), request.clone()];
    let response = await attempt(request, false);
    if (response.status === 401) {
      response = await attempt(again, true);
      if (response.status === 401) deps.onSessionRefused();
    }
    if (response.ok) return response;
    let problem = await problemFrom(response);
    if (problem.status === 403 && problem.code.startsWith('xsrf_') && relative && request.method !== 'GET') {
      await attempt(new Request(new URL(`${base}/session`, location.href), { signal: request.signal }), false);
      response = await attempt(afterXsrf, false);
      if (response.ok) return response;
      problem = await problemFrom(response);
    }
    throw problem;
  };
}

/** Nothing is kept, except what asks for it because its address names its version. */
function cacheOf(request: Request): RequestCache {
  return request.cache === 'force-cache' ? 'force-cache' : 'no-store';
}

async function tokenOrUnreachable(deps: ApiDeps, force: boolean): Promise<string | null> {
  try {
    return await deps.getToken(force);
  } catch (cause) {
    throw new ApiUnreachable(navigator.onLine ? 'identity' : 'offline', { cause });
  }
}

async function send(request: Request, cancelled: AbortSignal): Promise<Response> {
  const json = /json/.test(request.headers.get('Content-Type') ?? 'json');
  const timeout = AbortSignal.timeout(json ? TIMEOUT_MS : UPLOAD_TIMEOUT_MS);
  try {
    const response = await fetch(request, { signal: AbortSignal.any([cancelled, timeout]) });
    setReachable(!isTransient(new ApiProblem(response.status, {})) || response.status === 429);
    return response;
  } catch (cause) {
    if (cancelled.aborted) throw cause; // the caller no longer wants it: not a failure
    setReachable(false);
    throw new ApiUnreachable(timeout.aborted ? 'timeout' : navigator.onLine ? 'network' : 'offline', { cause });
  }
}
