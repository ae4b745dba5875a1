import { vi } from 'vitest';
import { configureApi } from '@/api/client';
import type { SuggestionSummary, Session } from '@/api/gen/types.gen';

/** Matches the identifiers in a path. */
export const UUIDS = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

export const editor: Session = {
  id: '0190b5d2-0000-7000-8000-000000000001',
  email: 'editor@example.org',
  name: 'Alex Editor',
  role: 'editor',
  can_write: true,
};

type Handler = (request: Request) => Response | Promise<Response>;

export const noSuggestions: SuggestionSummary = {
  sources: 0,
  fields: { name: 0, homepage_url: 0, country: 0, languages: 0, paywall: 0, logo: 0 },
  capped: false,
  visits: { paused: false, waiting: 0, later: 0, failed: 0 },
};

/** Calls that many pages make and few tests are about. */
const DEFAULTS: Record<string, Handler> = {
  'GET /newssources/session': () => json(editor),
  'GET /newssources/events': () => new Response(new ReadableStream()), // a stream without events
  'GET /newssources/incidents': () => json({ items: [] }),
  'GET /newssources/checks': () => json({ paused: false, due: 0, overdue: 0 }),
  'GET /newssources/suggestions/summary': () => json(noSuggestions),
  'GET /newssources/change-sets/summary': () => json({ proposed: 0, answered: 0 }),
  'GET /newssources/approval-rule': () => json({ tier_1: false, version: 1 }),
  'GET /newssources/suggestions': () => json({ items: [] }),
  'GET /newssources/work': () =>
    json({
      total: 0,
      snoozed: 0,
      states: ['quiet', 'suspect', 'blocked', 'failing', 'gone'],
      groups: [],
      suggestions: [],
    }),
  'GET /newssources/work/assignees': () => json({ items: [editor] }),
  'GET /newssources': () => json({ items: [], total: 0, total_is_minimum: false }), // such as the parts of a source
  'GET /newssources/activity': () => json({ items: [] }),
  'GET /newssources/views': () => json({ items: [] }),
  'GET /newssources/views/counts': () => json({ items: [] }),
  'GET /newssources/live-lists': () => json({ items: [] }),
  'GET /newssources/{id}/activity': () => json({ days: [] }),
  'GET /newssources/{id}/health': () => json({ endpoints: [] }),
  'GET /newssources/{id}/rights': () => json({ uses: [], signals: [], former_signals: [] }),
  'GET /newssources/{id}/visit': () => json({ source_id: editor.id, source_name: '', homepage_url: '', attempts: 0 }),
};

let unhandled: string[] = [];

/**
 * Handles the calls of the generated client by "METHOD /path" (without the query) and returns the
 * requests as they were sent. A call without a handler fails, and setup.ts fails the test after it
 * has ended.
 */
export function stubApi(handlers: Record<string, Handler>): Request[] {
  const sent: Request[] = [];
  configureApi({ host: '', getToken: () => Promise.resolve('token'), onSessionRejected: () => undefined });
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request.clone());
    const key = `${request.method} ${new URL(request.url).pathname}`;
    const handler = handlers[key] ?? DEFAULTS[key.replace(UUIDS, '{id}')];
    if (!handler) {
      unhandled.push(key);
      throw new Error(`stubApi has no handler for ${key}`);
    }
    return handler(request);
  });
  return sent;
}

/** Returns the calls without a handler since the last call of this function. */
export function takeUnhandledCalls(): string[] {
  const calls = unhandled;
  unhandled = [];
  return calls;
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
