import type { FieldError, Problem } from './gen/types.gen';

/** An answer of the API that is not a success. `code` is stable and for programs; `message` is for people. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly requestId: string | undefined;
  /** What is wrong, field by field, with JSON pointers such as /homepage_url. */
  readonly errors: FieldError[];
  /** The problem as it came, for its extensions (`existing`, `changed`). */
  readonly body: Partial<Problem>;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: Partial<Problem>, retryAfterSeconds?: number) {
    const title = body.title ?? titleFor(status);
    super(body.detail ?? title);
    this.name = 'ApiProblem';
    this.status = status;
    this.code = body.code ?? `http_${status}`;
    this.title = title;
    this.requestId = body.request_id;
    this.errors = Array.isArray(body.errors) ? body.errors : [];
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer came. `offline`: this device; `network`: between here and the server; `timeout`: it took too long. */
export class ApiUnreachable extends Error {
  readonly kind: 'offline' | 'network' | 'timeout' | 'identity';

  constructor(kind: ApiUnreachable['kind'], options?: ErrorOptions) {
    super(UNREACHABLE[kind], options);
    this.name = 'ApiUnreachable';
    this.kind = kind;
  }
}

const UNREACHABLE: Record<ApiUnreachable['kind'], string> = {
  offline: 'This device is offline. The page carries on when the connection is back.',
  network: 'The server could not be reached. Please check the connection; the page tries again by itself.',
  timeout: 'The server took too long to answer. Please try again in a moment.',
  identity: 'The sign-in service could not be reached to renew your session. Please try again in a moment.',
};

/** Reads an unsuccessful answer; one that is not a problem document (a proxy's page) gets words of our own. */
export async function problemFrom(response: Response): Promise<ApiProblem> {
  const seconds = Number(response.headers.get('Retry-After') ?? NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  let body: Partial<Problem> = {};
  if (/^application\/(problem\+)?json\b/.test(response.headers.get('Content-Type') ?? '')) {
    const parsed: unknown = await response.json().catch(() => null);
    if (parsed && typeof parsed === 'object' && !Array.isArray(parsed)) body = parsed;
  }
  return new ApiProblem(response.status, body, retryAfter);
}

function titleFor(status: number): string {
  if (status === 404) return 'This could not be found.';
  if (status === 413) return 'This is larger than the server accepts.';
  if (status === 429) return 'Too many requests. Please wait a moment.';
  if (status === 502 || status === 503 || status === 504) return 'The service is not available at the moment.';
  if (status >= 500) return 'Something went wrong on the server.';
  return 'The server did not accept this request.';
}

/** Whether waiting may help: the service or the way to it is down, as opposed to a request that is wrong. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ApiUnreachable) return true;
  return error instanceof ApiProblem && [429, 502, 503, 504].includes(error.status);
}
