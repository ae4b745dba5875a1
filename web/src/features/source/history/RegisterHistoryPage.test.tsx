import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { json, problem, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { aSource, anEvent } from '@/test/source';
import { Component as RegisterHistoryPage } from './RegisterHistoryPage';

const { id } = aSource();
const created = anEvent({ source_id: id });
const endpoint = anEvent({
  id: '0191d3f0-0000-7000-8000-0000000000f3',
  source_id: id,
  action: 'endpoint.created',
  target: { type: 'endpoint', id: '0191d3f0-0000-7000-8000-0000000000e1', name: 'Sport' },
});
const deleted = anEvent({
  id: '0191d3f0-0000-7000-8000-0000000000f4',
  source_id: '0191d3f0-0000-7000-8000-0000000000d1',
  action: 'source.deleted',
  target: { type: 'source', id: '0191d3f0-0000-7000-8000-0000000000d1', name: 'La Borrada' },
});

test('the changes of all sources name their source, and older ones load on demand', async () => {
  const user = userEvent.setup();
  stubApi({
    'GET /newssources/history': (request) =>
      json(
        new URL(request.url).searchParams.get('cursor') === 'older'
          ? { items: [created] }
          : { items: [deleted, endpoint], next_cursor: 'older' },
      ),
  });
  renderPage(<RegisterHistoryPage />);
  expect(await screen.findByText('La Borrada')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'La Borrada' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Open the source' })).toHaveAttribute('href', `/newssources/${id}`);
  await user.click(screen.getByRole('button', { name: 'Show older' }));
  expect(await screen.findByRole('link', { name: 'El Ejemplo' })).toHaveAttribute('href', `/newssources/${id}`);
});

test('the changes of a change set are one entry with its counts', async () => {
  const setId = '01938f00-0000-7000-8000-0000000000d3';
  const events = [deleted, endpoint, created].map((event, at) => ({
    ...event,
    change_set_id: at > 0 ? setId : undefined,
  }));
  const counts = { total: 3, pending: 0, changed: 2, unchanged: 0, conflict: 0, refused: 1 };
  stubApi({
    'GET /newssources/history': () => json({ items: events }),
    [`GET /newssources/change-sets/${setId}`]: () =>
      json({ id: setId, title: 'Add tag élite', state: 'applied', counts, operations: [] }),
  });
  renderPage(<RegisterHistoryPage />);
  const link = await screen.findByRole('link', { name: '“Add tag élite”' });
  expect(link).toHaveAttribute('href', `/newssources/changes/${setId}`);
  expect(screen.getByText('2 changed · 1 refused')).toBeVisible();
  const list = screen.getByRole('list', { name: 'Changes, newest first' });
  expect(list.children).toHaveLength(2);
});

test('a change set with many changes is one entry of each page', async () => {
  const setId = '01938f00-0000-7000-8000-0000000000d3';
  const sent = stubApi({
    'GET /newssources/history': () =>
      json({ items: [deleted, { ...created, change_set_id: setId, change_set_changed: 12431 }] }),
    [`GET /newssources/change-sets/${setId}`]: () => problem(404, 'not_found'),
  });
  renderPage(<RegisterHistoryPage />);
  expect(await screen.findByRole('link', { name: 'a change' })).toBeVisible();
  expect(sent.filter(({ url }) => url.includes('/history?limit=50&grouped=true'))).toHaveLength(1);
});

test('a register without changes says so', async () => {
  stubApi({ 'GET /newssources/history': () => json({ items: [] }) });
  renderPage(<RegisterHistoryPage />);
  expect(await screen.findByText('No changes yet')).toBeVisible();
});

test('an error can be retried', async () => {
  const user = userEvent.setup();
  let reads = 0;
  stubApi({
    'GET /newssources/history': () => (reads++ === 0 ? problem(500, 'internal') : json({ items: [created] })),
  });
  renderPage(<RegisterHistoryPage />);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'El Ejemplo' })).toBeVisible();
});
