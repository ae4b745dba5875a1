import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { queryKeys } from '@/api/query-keys';
import type { Import, ImportRow } from '@/api/gen/types.gen';
import { editor, json, problem, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { Component as ImportPage } from './ImportPage';
import { pollDelay } from './import.queries';

const id = '01938f00-0000-7000-8000-000000000001';

const running: Import = {
  id,
  filename: 'spain.opml',
  state: 'running',
  total: 812,
  created: 200,
  exists: 0,
  recovered: 61,
  invalid: 3,
  pending: 609,
  created_at: '2026-01-02T03:04:05Z',
  created_by: { email: 'a@example.org', name: 'Alex Editor' },
};
const done: Import = { ...running, state: 'done', created: 640, exists: 160, invalid: 12, pending: 0 };

const rows: ImportRow[] = [
  {
    number: 1,
    line: 7,
    title: 'Portada',
    url: 'https://elejemplo.es/rss',
    tags: ['politics'],
    result: 'created',
    recovered: true,
    reason: 'A bare & was read as it was meant.',
    source_id: '01938f00-0000-7000-8000-000000000009',
    source_name: 'El Ejemplo',
  },
  {
    number: 2,
    line: 9,
    title: '',
    url: 'javascript:x',
    tags: [],
    result: 'invalid',
    recovered: false,
    reason: 'Not http.',
  },
];

/** Answers one import after another, the last one for good. */
function show(imports: Import[], { path = `/newssources/imports/${id}`, member = editor } = {}) {
  let asked = 0;
  const sent = stubApi({
    [`GET /newssources/imports/${id}`]: () => json(imports[Math.min(asked++, imports.length - 1)]),
    [`GET /newssources/imports/${id}/rows`]: (request) => {
      const query = new URL(request.url).searchParams;
      const items = rows.filter(
        ({ result, recovered }) =>
          (!query.has('result') || query.get('result') === result) &&
          (!query.has('recovered') || query.get('recovered') === String(recovered)),
      );
      return json({ items, total: items.length });
    },
  });
  const page = renderPage(<ImportPage />, { pattern: '/newssources/imports/:id', path, member });
  return { user: userEvent.setup(), sent, ...page };
}

test('it is watched until it is done, then leads to the sources, which are other ones now', async () => {
  const { queryClient } = show([{ ...running, state: 'queued', pending: 812, created: 0, invalid: 0 }, running, done]);
  queryClient.setQueryData([...queryKeys.sourceLists, 'page'], {});
  expect(await screen.findByText(/812 outlines were read; they wait for their turn/)).toBeVisible();
  expect(await screen.findByText(/203 of 812 outlines/)).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Outlines dealt with' })).toHaveAttribute('aria-valuenow', '25');
  expect(screen.getByText(/You can leave this page/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Show the sources' })).toBeNull();

  expect(await screen.findByText(/640 created, 160 already there, 12 invalid/, {}, { timeout: 4000 })).toBeVisible();
  expect(screen.getByText(/61 were in bad shape and could be recovered/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show the sources' })).toHaveAttribute('href', '/newssources?sort=-created');
  await waitFor(() => expect(queryClient.getQueryState([...queryKeys.sourceLists, 'page'])?.isInvalidated).toBe(true));
});

test('it is asked for ever less often', () => {
  expect(pollDelay(0)).toBe(500);
  expect(pollDelay(3)).toBeGreaterThan(pollDelay(2));
  expect(pollDelay(100)).toBe(5000);
});

describe('the outlines', () => {
  test('say what became of them and where they are now', async () => {
    show([done]);
    const table = await screen.findByRole('table', { name: 'Outlines' });
    expect(await within(table).findByRole('link', { name: 'El Ejemplo' })).toHaveAttribute(
      'href',
      `/newssources/${rows[0]!.source_id}`,
    );
    const cells = within(within(table).getAllByRole('row')[1]!).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent)).toEqual([
      'Line7',
      'Portada',
      'https://elejemplo.es/rss',
      'politics',
      'Created',
      'Recovered: A bare & was read as it was meant.',
      'El Ejemplo',
    ]);
    expect(screen.getByText('No title')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'javascript:x' })).toBeNull();
  });

  test.each([
    ['Created 640', 'created', 'result=created'],
    ['Already there 160', 'exists', 'result=exists'],
    ['Recovered 61', 'recovered', 'recovered=true'],
    ['Invalid 12', 'invalid', 'result=invalid'],
  ])('are sorted out by the tab %s', async (name, show_, query) => {
    const { user, sent, address } = show([done]);
    await user.click(await screen.findByRole('tab', { name }));
    expect(address()).toBe(`/newssources/imports/${id}?show=${show_}`);
    await waitFor(() => expect(sent.at(-1)!.url).toContain(query));
  });

  test('of a tab in the address are shown at once', async () => {
    show([done], { path: `/newssources/imports/${id}?show=invalid` });
    expect(await screen.findByRole('tab', { name: 'Invalid 12', selected: true })).toBeVisible();
    expect(await screen.findByText('Not http.')).toBeVisible();
    expect(screen.queryByText('Portada')).toBeNull();
  });

  test('of which there are none: a sentence instead of an empty table', async () => {
    show([{ ...done, exists: 0 }], { path: `/newssources/imports/${id}?show=exists` });
    expect(await screen.findByText('No outline was there before.')).toBeVisible();
  });
});

describe('one that failed', () => {
  const failed: Import = { ...running, state: 'failed', error: 'The database could not be reached.' };

  test('says why, and that uploading it again is safe', async () => {
    show([failed]);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The database could not be reached.');
    expect(alert).toHaveTextContent(/200 created, 3 invalid/);
    expect(alert).toHaveTextContent(/Uploading the same file again is safe/);
    expect(within(alert).getByRole('link', { name: 'Upload it again' })).toHaveAttribute(
      'href',
      '/newssources/imports',
    );
  });

  test('offers a viewer nothing that would be refused', async () => {
    show([failed], { member: { ...editor, role: 'viewer', can_write: false } });
    expect(within(await screen.findByRole('alert')).queryByRole('link')).toBeNull();
  });
});

test('one that is not there says so', async () => {
  stubApi({ [`GET /newssources/imports/${id}`]: () => problem(404, 'not_found') });
  renderPage(<ImportPage />, { pattern: '/newssources/imports/:id', path: `/newssources/imports/${id}` });
  expect(await screen.findByRole('heading', { name: 'This import is not here' })).toBeVisible();
});
