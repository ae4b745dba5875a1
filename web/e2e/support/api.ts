import type { Source, SourceCreate, SourcePatch } from '@/api/gen/types.gen';
import { Emulator } from './emulator';
import type { Stack } from './stack';

/** An API client for test data, independent of the browser. */
export class Api {
  readonly #stack: Stack;
  readonly #token: string;
  readonly #cookie: string;

  private constructor(stack: Stack, token: string, cookie: string) {
    this.#stack = stack;
    this.#token = token;
    this.#cookie = cookie;
  }

  static async as(stack: Stack, email: string): Promise<Api> {
    const token = await new Emulator(stack).idToken(email);
    const session = await fetch(`${stack.api}/newssources/session`, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
    });
    if (!session.ok) throw new Error(`${email} cannot sign in: ${session.status} ${await session.text()}`);
    const cookie = session.headers.getSetCookie().find((one) => one.startsWith('XSRF-TOKEN='));
    return new Api(stack, token, cookie?.split(';')[0] ?? '');
  }

  async request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const kind = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    return fetch(`${this.#stack.api}/newssources${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${this.#token}`,
        Cookie: this.#cookie,
        'X-XSRF-TOKEN': this.#cookie.replace('XSRF-TOKEN=', ''),
        ...(body !== undefined && { 'Content-Type': kind }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  }

  async createSource(source: SourceCreate): Promise<Source> {
    return parseResponse(await this.request('POST', '', source));
  }

  async getSource(id: string): Promise<Source> {
    return parseResponse(await this.request('GET', `/${id}`));
  }

  async patchSource({ id, version }: Source, patch: SourcePatch): Promise<Source> {
    return parseResponse(await this.request('PATCH', `/${id}`, patch, { 'If-Match': `"${version}"` }));
  }

  async archive({ id, version }: Source): Promise<Source> {
    return parseResponse(await this.request('POST', `/${id}/archive`, undefined, { 'If-Match': `"${version}"` }));
  }
}

async function parseResponse<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`the API responded with ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
