import { vi } from 'vitest';
import { configureApi } from '@/api/client';
import type { Session } from '@/api/gen/types.gen';

export const editor: Session = {
  id: '0190b5d2-0000-7000-8000-000000000001',
  email: 'editor@example.org',
  name: 'Alex Editor',
  role: 'editor',
  can_write: true,
};

type Handler = (request: Request) => Response | Promise<Response>;

/**
 * Answers the calls of the generated client by "METHOD /path" (without the query); what is not listed fails the test
 * with its name. Returns the requests as they were sent.
 */
export function stubApi(handlers: Record<string, Handler>): Request[] {
  const sent: Request[] = [];
  configureApi({ host: '', getToken: () => Promise.resolve('token'), onSessionRefused: () => undefined });
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request.clone());
    const key = `${request.method} ${new URL(request.url).pathname}`;
    const handler = handlers[key] ?? (key === 'GET /newssources/session' ? () => json(editor) : undefined);
    if (!handler) throw new Error(`The test answers no ${key}`);
    return handler(request);
  });
  return sent;
}

export function json(body: unknown, init: ResponseInit = {}): Response {
  return new Response(JSON.stringify(body), {
    ...init,
    headers: { 'Content-Type': 'application/json', ...init.headers },
  });
}

export function problem(status: number, code: string, extra: object = {}, headers: HeadersInit = {}): Response {
  const body = { type: `/problems/${code}`, title: `Title of ${code}`, status, code, request_id: 'req-1', ...extra };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
  });
}
