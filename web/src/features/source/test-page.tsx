import { screen } from '@testing-library/react';
import type { Session, Source } from '@/api/gen/types.gen';
import { json, stubApi, UUIDS } from '@/test/api';
import { renderRoutes } from '@/test/render';
import { aSource, anEvent } from '@/test/source';
import { Component as NewSourcePage } from './NewSourcePage';
import { Component as SourcePage } from './SourcePage';

type Handlers = Parameters<typeof stubApi>[0];

interface Options {
  source?: Source;
  tab?: '' | '/checks' | '/items' | '/settings' | '/history';
  /** The query string, such as ?test=… */
  search?: string;
  handlers?: Handlers;
  member?: Session;
}

/** Renders the page of a source in its routes with a stubbed API. `sent` collects the requests. */
export async function openSourcePage({
  source = aSource(),
  tab = '',
  search = '',
  handlers = {},
  member,
}: Options = {}) {
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
  // An open panel hides the heading from the accessibility tree.
  await screen.findByRole('heading', { level: 1, hidden: true });
  return { ...page, sent, path };
}

/** Returns the requests with a method other than GET: method and path, body and If-Match. */
export async function readChanges(sent: Request[]) {
  return Promise.all(
    sent
      .filter(({ method }) => method !== 'GET')
      .map(async (request) => ({
        call: `${request.method} ${new URL(request.url).pathname.replace(UUIDS, ':id')}`,
        body: (await request
          .clone()
          .text()
          .then((text) => (text ? JSON.parse(text) : undefined))) as unknown,
        ifMatch: request.headers.get('If-Match') ?? undefined,
      })),
  );
}
