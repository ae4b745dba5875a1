import type { FieldError, Problem } from './gen/types.gen';

/**
 * The longest Retry-After that is respected. The service asks for at most a minute; a proxy may ask
 * for a day by mistake.
 */
const MAX_RETRY_AFTER_SECONDS = 300;

/** An error response of the API. `code` is stable for programs; `message` is for the user. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly requestId: string | undefined;
  /** Errors of single fields, with JSON pointers such as /homepage_url. */
  readonly errors: FieldError[];
  /** The complete problem document, for its extensions (`existing`, `changed`). */
  readonly body: Partial<Problem>;
  readonly retryAfterSeconds: number | undefined;
  /** When the request may be repeated (Retry-After). */
  readonly retryAt: Date | undefined;

  constructor(status: number, body: Partial<Problem>, retryAfterSeconds?: number) {
    const title = body.title ?? defaultTitle(status);
    super(body.detail ?? title);
    this.name = 'ApiProblem';
    this.status = status;
    this.code = body.code ?? `http_${status}`;
    this.title = title;
    this.requestId = body.request_id;
    this.errors = Array.isArray(body.errors) ? body.errors : [];
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds && Math.min(retryAfterSeconds, MAX_RETRY_AFTER_SECONDS);
    this.retryAt = this.retryAfterSeconds ? new Date(Date.now() + this.retryAfterSeconds * 1000) : undefined;
  }
}

/**
 * No response arrived. `offline`: the device has no network; `network`: the connection failed;
 * `timeout`: the response took too long; `identity`: the identity provider could not renew the
 * token.
 */
export class ApiUnreachable extends Error {
  readonly kind: UnreachableKind;

  /** `isWrite`: the request would have changed data. */
  constructor(kind: UnreachableKind, { isWrite = false, ...options }: ErrorOptions & { isWrite?: boolean } = {}) {
    super((isWrite ? UNREACHABLE_FOR_WRITES : UNREACHABLE)[kind], options);
    this.name = 'ApiUnreachable';
    this.kind = kind;
  }
}

type UnreachableKind = 'offline' | 'network' | 'timeout' | 'identity';

const UNREACHABLE: Record<UnreachableKind, string> = {
  offline: 'This device is offline. The page loads automatically when the connection is restored.',
  network: 'The page could not reach the server. Please check your connection. The page retries automatically.',
  timeout: 'The server took too long to answer. Please try again in a moment.',
  identity: 'The page could not reach the sign-in service to renew your session. Please try again in a moment.',
};

/**
 * Writes are never repeated automatically. After `network` and `timeout`, the server may have
 * received the request.
 */
const UNREACHABLE_FOR_WRITES: Record<UnreachableKind, string> = {
  offline: 'You are offline; nothing was saved.',
  network:
    'The connection failed before the server answered, so your change may not be saved. Check it, then try again.',
  timeout: 'The server took too long to answer, so your change may not be saved. Check it, then try again.',
  identity: 'The page could not reach the sign-in service to renew your session, so nothing was saved. Try again.',
};

/**
 * Parses an error response. A response that is not a problem document, such as a proxy's page, gets
 * a default text.
 */
export async function problemFrom(response: Response): Promise<ApiProblem> {
  let body: Partial<Problem> = {};
  if (/^application\/(problem\+)?json\b/.test(response.headers.get('Content-Type') ?? '')) {
    const parsed: unknown = await response.json().catch(() => null);
    if (parsed && typeof parsed === 'object' && !Array.isArray(parsed)) body = parsed;
  }
  return new ApiProblem(response.status, body, parseRetryAfter(response.headers.get('Retry-After')));
}

/** Returns the seconds of a Retry-After header, which is a number or a date. */
function parseRetryAfter(header: string | null): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(seconds, 0) : undefined;
}

function defaultTitle(status: number): string {
  if (status === 404) return 'Not found.';
  if (status === 413) return 'The request is larger than the server accepts.';
  if (status === 429) return 'Too many requests. Please wait a moment.';
  if (status === 502 || status === 503 || status === 504) return 'The service is not available at the moment.';
  if (status >= 500) return 'The server reported an error.';
  return 'The server rejected the request.';
}

/**
 * Reports whether a retry may succeed: the service or the connection is down, or the rate limit was
 * reached.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof ApiUnreachable) return true;
  return error instanceof ApiProblem && [429, 502, 503, 504].includes(error.status);
}
