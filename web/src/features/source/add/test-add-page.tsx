import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { editor, json, stubApi } from '@/test/api';
import { renderRoutes } from '@/test/render';
import { aSource } from '@/test/source';
import { Component as NewSourcePage } from '../NewSourcePage';
import { aSummary } from './fixture';

export const PORTADA = 'https://elejemplo.es/rss/portada.xml';
/** A feed that the service preselects. */
export const feed = {
  url: PORTADA,
  final_url: PORTADA,
  from: 'link',
  outcome: 'ok',
  kind: 'rss',
  title: 'Portada',
  hops: [],
  timings: { dns_ms: 1, connect_ms: 1, tls_ms: 1, first_byte_ms: 1, body_ms: 1, total_ms: 5 },
  items: 20,
  per_day: 85,
  full_text: false,
  https: true,
  comments: false,
  warnings: [],
  preview: [{ title: 'Title of the newest item' }],
  score: 60,
  preselected: true,
  rank: 1,
  group: 'main',
};
/** A discovery that finds a feed and a comment feed. */
export const EVENTS = [
  { type: 'reached', reached: { outcome: 'ok', final_url: 'https://elejemplo.es/', hops: [], timings: feed.timings } },
  { type: 'field', field: { name: 'name', value: 'El Ejemplo', from: 'JSON-LD' } },
  { type: 'field', field: { name: 'homepage_url', value: 'https://elejemplo.es/', from: 'the address' } },
  { type: 'field', field: { name: 'language', value: 'es', from: 'the page' } },
  {
    type: 'candidate',
    candidate: {
      ...feed,
      url: `${PORTADA}?c`,
      comments: true,
      title: 'Comentarios',
      rank: 2,
      group: 'other',
      preselected: false,
    },
  },
  { type: 'candidate', candidate: feed },
  { type: 'done', done: aSummary({ candidates: 2 }) },
];

/** Returns the response of a discovery with these events. */
export function eventStream(events: object[]): Response {
  return new Response(events.map((event) => JSON.stringify(event) + '\n').join(''));
}

type Handlers = Parameters<typeof stubApi>[0];

/** Opens the Add page against an API with these answers. */
export function openForm(
  answer: () => Response = () => json(aSource(), { status: 201 }),
  canWrite = true,
  handlers: Handlers = {},
) {
  const sent = stubApi({
    'POST /newssources': answer,
    'GET /newssources/tags': () => json({ items: [] }),
    'GET /newssources/lookup': () => json({ valid: true }),
    'POST /newssources/discoveries': () => eventStream(EVENTS),
    ...handlers,
  });
  const page = renderRoutes(
    [
      { path: '/newssources/new', element: <NewSourcePage /> },
      { path: '*', element: <h1>Elsewhere</h1> },
    ],
    { path: '/newssources/new', member: { ...editor, can_write: canWrite } },
  );
  return { ...page, sent, user: userEvent.setup() };
}

export const field = (name: string) => screen.getByRole('textbox', { name });
