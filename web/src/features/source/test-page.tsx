import { screen } from '@testing-library/react';
import type { Session, Source } from '@/api/gen/types.gen';
import { json, stubApi } from '@/test/api';
import { renderRoutes } from '@/test/render';
import { aSource, anEvent } from './fixture';
import { Component as NewSourcePage } from './NewSourcePage';
import { Component as SourcePage } from './SourcePage';

type Handlers = Parameters<typeof stubApi>[0];

interface Options {
  source?: Source;
  tab?: '' | '/settings' | '/history';
  /** Of the address, such as ?test=… */
  search?: string;
  handlers?: Handlers;
  member?: Session;
}

/** Opens the page of a source as the router does, against an API that answers as told; gives back what was sent. */
export async function openSource({ source = aSource(), tab = '', search = '', handlers = {}, member }: Options = {}) {
  const path = `/newssources/${source.id}`;
  const sent = stubApi({
    [`GET ${path}`]: () => json(source),
    [`GET ${path}/history`]: () => json({ items: [anEvent()] }),
    'GET /newssources/tags': () => json({ items: [{ name: 'politics', count: 3 }] }),
    ...handlers,
  });
  const page = renderRoutes(
    [
      { path: '/newssources/new', element: <NewSourcePage /> },
      { path: '/newssources/:id/:tab?', element: <SourcePage /> },
      { path: '*', element: <h1>Elsewhere</h1> },
    ],
    { path: path + tab + search, member },
  );
  // Hidden to the test, as to a screen reader, while a panel is open.
  await screen.findByRole('heading', { level: 1, hidden: true });
  return { ...page, sent, path };
}

/** What was sent with a method other than GET: method, path, body and the version it was made from. */
export async function changes(sent: Request[]) {
  return Promise.all(
    sent
      .filter(({ method }) => method !== 'GET')
      .map(async (request) => ({
        call: `${request.method} ${new URL(request.url).pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')}`,
        body: (await request
          .clone()
          .text()
          .then((text) => (text ? JSON.parse(text) : undefined))) as unknown,
        ifMatch: request.headers.get('If-Match') ?? undefined,
      })),
  );
}
