import { ApiProblem, ApiUnreachable, isTransient, problemFrom } from './problem';
import { reportSilence, setReachability } from './reachability';
import { SubmissionKeys } from './submission-keys';
import { XSRF_HEADER, isRelativeUrl, xsrfToken } from './xsrf';

/** A request times out in the API after 15 s; the rest allows for network latency. */
const TIMEOUT_MS = 20_000;
/** The API limits discoveries and previews, which fetch from sites, to 30 s. */
const FETCHING_TIMEOUT_MS = 35_000;
/**
 * A request that is not answered within this time causes a probe, which distinguishes a slow
 * request from a frozen API.
 */
const WAITING_MS = 3_000;
/** After this time without any answer, the page says that the service does not answer. */
const SILENT_MS = 5_000;
/**
 * A repeated request waits for the first one with its key, which the API processes for up to 15 s.
 */
const IN_PROGRESS_MS = 20_000;
const IN_PROGRESS_PAUSE_MS = 1_000;
/** The API receives a large file for up to 10 minutes. */
const UPLOAD_TIMEOUT_MS = 610_000;

export interface ApiDeps {
  /** '' for the page's origin, otherwise an absolute origin. */
  host: string;
  /**
   * Returns the bearer token, or null when signed out. `force` requests a new token from the
   * provider.
   */
  getToken: (force: boolean) => Promise<string | null>;
  /** Called when the API rejects a fresh token: the session has ended. */
  onSessionRejected: () => void;
}

/**
 * Returns the `fetch` of the generated client. It adds the bearer token and the anti-forgery
 * header, bypasses the cache, limits the time, and throws ApiProblem or ApiUnreachable on failure.
 * It renews the token once on 401 and the anti-forgery cookie once on 403 `xsrf_…`; both retries
 * are safe, because the API rejects these requests without processing them. A write is refused at
 * once while the device is offline. A POST request has an Idempotency-Key, so that the same
 * submission is executed once if the user repeats it after a failure.
 */
export function createFetch(deps: ApiDeps): (request: Request) => Promise<Response> {
  const base = `${deps.host}/newssources`;
  const relative = isRelativeUrl(base);

  async function attempt(request: Request, forceToken: boolean): Promise<Response> {
    const isWrite = changesData(request);
    if (isWrite && !navigator.onLine) throw new ApiUnreachable('offline', { isWrite });
    const headers = new Headers(request.headers);
    if (!isStream(request)) headers.set('Accept', 'application/json');
    const token = await getTokenOrThrow(deps, forceToken, isWrite);
    if (token) headers.set('Authorization', `Bearer ${token}`);
    // The client passes resolved URLs, so the configured base decides whether the URL was relative.
    const xsrf = xsrfToken(request.method, relative ? new URL(request.url).pathname : request.url);
    if (xsrf) headers.set(XSRF_HEADER, xsrf);
    return send(
      new Request(request, { headers, cache: cacheMode(request), credentials: relative ? 'same-origin' : 'omit' }),
      request.signal,
    );
  }

  async function sendWithRetries(request: Request): Promise<Response> {
    // A body can be read only once, so the requests for the retries are cloned first.
    const [tokenRetry, xsrfRetry] = [request.clone(), request.clone()];
    let response = await attempt(request, false);
    if (response.status === 401) {
      response = await attempt(tokenRetry, true);
      if (response.status === 401) deps.onSessionRejected();
    }
    if (response.ok) return response;
    let problem = await problemFrom(response);
    if (problem.status === 403 && problem.code.startsWith('xsrf_') && relative && request.method !== 'GET') {
      await attempt(new Request(new URL(`${base}/session`, location.href), { signal: request.signal }), false);
      response = await attempt(xsrfRetry, false);
      if (response.ok) return response;
      problem = await problemFrom(response);
    }
    throw problem;
  }

  const keys = new SubmissionKeys();

  async function submit(request: Request, submission: string): Promise<Response> {
    if (acceptsKey(request)) request.headers.set('Idempotency-Key', keys.keyOf(submission, request.url));
    for (const startedAt = Date.now(); ;) {
      try {
        const response = await sendWithRetries(request.clone());
        keys.forget(request.url);
        return response;
      } catch (error) {
        const isInProgress = error instanceof ApiProblem && error.code === 'request_in_progress';
        if (!isInProgress || Date.now() - startedAt > IN_PROGRESS_MS) throw error;
        await new Promise((resolve) => setTimeout(resolve, IN_PROGRESS_PAUSE_MS));
      }
    }
  }

  /** The unanswered writes, by submission. */
  const writes = new Map<string, Promise<Response>>();

  return async function apiFetch(request) {
    if (!changesData(request)) return sendWithRetries(request);
    // An action that is repeated before its answer is sent once: both callers get the same answer.
    const version = request.headers.get('If-Match') ?? '';
    const submission = `${request.method} ${request.url} ${version} ${await request.clone().text()}`;
    const response = writes.get(submission) ?? submit(request, submission).finally(() => writes.delete(submission));
    writes.set(submission, response);
    return (await response).clone();
  };
}

/** Responses are not cached, except for versioned URLs. */
function cacheMode(request: Request): RequestCache {
  return request.cache === 'force-cache' ? 'force-cache' : 'no-store';
}

/**
 * POST requests that fetch from sites. They only read; their bodies hold addresses that must not
 * appear in logs.
 */
const FETCHES = /\/newssources\/(discoveries|previews)$/;
/** Files: the time limit is that of the response's headers. */
const DOWNLOADS = /\/newssources\/(export|change-sets\/[^/]+\/items\/export)$/;
/** Other POST requests that only read: the query is too long for an address. */
const SEARCHES = /\/newssources\/(export|alerts\/previews|endpoints\/schedule-preview)$/;
/**
 * POST requests whose response contains a secret, which the API does not store for a repeated
 * request, and those that may be repeated: the preview of a merge, the reading of a live list, and
 * subscriptions, whose number is limited.
 */
const WITHOUT_KEY = new RegExp(
  `/newssources/(${[
    'tokens',
    'webhooks(/[^/]+/secret)?',
    'views/[^/]+/(addresses|subscriptions(/[^/]+/send)?)',
    'merges',
    'live-lists/[^/]+/read',
  ].join('|')})$`,
);

/** Reports whether the response is a stream of events, which has no time limit. */
function isStream(request: Request): boolean {
  return request.headers.get('Accept') === 'text/event-stream';
}

/** Reports whether the response is a file that may take long to transfer. */
function isDownload({ url }: Request): boolean {
  return DOWNLOADS.test(new URL(url).pathname);
}

function fetches({ url }: Request): boolean {
  return FETCHES.test(new URL(url).pathname);
}

function changesData(request: Request): boolean {
  const isSearch = SEARCHES.test(new URL(request.url).pathname);
  return request.method !== 'GET' && request.method !== 'HEAD' && !fetches(request) && !isSearch;
}

/** Reports whether a request that changes data accepts the header Idempotency-Key. */
function acceptsKey({ method, url }: Request): boolean {
  return method === 'POST' && !WITHOUT_KEY.test(new URL(url).pathname);
}

async function getTokenOrThrow(deps: ApiDeps, force: boolean, isWrite: boolean): Promise<string | null> {
  try {
    return await deps.getToken(force);
  } catch (cause) {
    throw new ApiUnreachable(navigator.onLine ? 'identity' : 'offline', { cause, isWrite });
  }
}

/** Reports whether the body is JSON or empty; otherwise, it is an uploaded file. */
function isJson(request: Request): boolean {
  return /json/.test(request.headers.get('Content-Type') ?? 'json');
}

function timeoutOf(request: Request): number {
  if (!isJson(request)) return UPLOAD_TIMEOUT_MS;
  return fetches(request) ? FETCHING_TIMEOUT_MS : TIMEOUT_MS;
}

async function send(request: Request, cancelled: AbortSignal): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutOf(request));
  const stopWatching = watchForSilence(request);
  try {
    const response = await fetch(request, { signal: AbortSignal.any([cancelled, timeout.signal]) });
    // The time limit includes the body, except for a stream and a file.
    if (isStream(request) || isDownload(request)) clearTimeout(timer);
    if (!isStream(request)) setReachability(isAnswer(response) ? 'answers' : 'down');
    return response;
  } catch (cause) {
    clearTimeout(timer);
    if (cancelled.aborted) throw cause; // cancelled by the caller: not a failure
    // If a proxy refuses only streams, other requests still succeed.
    if (timeout.signal.aborted) reportSilence('silent', TIMEOUT_MS);
    else if (!isStream(request)) setReachability('down');
    const isWrite = changesData(request);
    if (timeout.signal.aborted) throw new ApiUnreachable('timeout', { cause, isWrite });
    // The server may have received the write, so the error does not say that nothing was saved.
    throw new ApiUnreachable(navigator.onLine || isWrite ? 'network' : 'offline', { cause, isWrite });
  } finally {
    stopWatching();
  }
}

function isAnswer({ status }: Response): boolean {
  return status === 429 || !isTransient(new ApiProblem(status, {}));
}

/**
 * Reports when a request is not answered for a while, except requests that are expected to take
 * long.
 */
function watchForSilence(request: Request): () => void {
  if (isStream(request) || !isJson(request) || fetches(request)) return () => undefined;
  const timers = [
    setTimeout(() => reportSilence('waiting'), WAITING_MS),
    setTimeout(() => reportSilence('silent', SILENT_MS - WAITING_MS), SILENT_MS),
  ];
  return () => timers.forEach(clearTimeout);
}
