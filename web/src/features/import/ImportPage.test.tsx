import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Import, ImportRow } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';
import { pollDelay } from '@/entities/import/import.queries';
import { editor, json, problem, stubApi } from '@/test/api';
import { contributor } from '@/test/change-set';
import { renderPage } from '@/test/render';
import { Component as ImportPage } from './ImportPage';

const id = '01938f00-0000-7000-8000-000000000001';

const running: Import = {
  id,
  filename: 'spain.opml',
  format: 'opml',
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
    repair: 'The unescaped & was read as text.',
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

/** Responds with one import after another, then always with the last one. */
function renderImport(imports: Import[], { path = `/newssources/imports/${id}`, member = editor } = {}) {
  let requests = 0;
  const sent = stubApi({
    [`GET /newssources/imports/${id}`]: () => json(imports[Math.min(requests++, imports.length - 1)]),
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

test('a running import is polled until it is done, then the source lists are refetched', async () => {
  const { queryClient } = renderImport([
    { ...running, state: 'queued', pending: 812, created: 0, invalid: 0 },
    running,
    done,
  ]);
  queryClient.setQueryData([...queryKeys.sourceLists, 'page'], {});
  expect(await screen.findByText(/812 rows are queued/)).toBeVisible();
  expect(await screen.findByText(/203 of 812 rows/)).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Processed rows' })).toHaveAttribute('aria-valuenow', '25');
  expect(screen.getByText(/You can leave this page/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Show sources' })).toBeNull();

  expect(await screen.findByText(/640 created, 160 existing, 12 invalid/, {}, { timeout: 4000 })).toBeVisible();
  expect(screen.getByText('Done')).toHaveAttribute('data-tone', 'warn');
  expect(screen.getByText(/61 rows were malformed and were repaired/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show sources' })).toHaveAttribute('href', `/newssources?import=${id}`);
  await waitFor(() => expect(queryClient.getQueryState([...queryKeys.sourceLists, 'page'])?.isInvalidated).toBe(true));
});

test('an import is undone after a confirmation, and the page shows the number of kept endpoints', async () => {
  const undoId = '0191d3f0-0000-7000-8000-0000000000c1';
  const undone: Import = { ...done, state: 'undone', created: 2, removed: 638, undo_id: undoId };
  let isUndone = false;
  stubApi({
    [`GET /newssources/imports/${id}`]: () => json(isUndone ? undone : done),
    [`GET /newssources/imports/${id}/rows`]: () => json({ items: rows, total: rows.length }),
    [`POST /newssources/imports/${id}/undo`]: () => {
      isUndone = true;
      return json(undone);
    },
  });
  const path = `/newssources/imports/${id}`;
  renderPage(<ImportPage />, { pattern: '/newssources/imports/:id', path, member: editor });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Undo import' }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo this import?' });
  expect(isUndone).toBe(false);
  await user.click(within(dialog).getByRole('button', { name: 'Undo import' }));
  expect(
    await screen.findByText(/638 endpoints removed. 2 endpoints changed since the import were kept./),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show the undo' })).toHaveAttribute('href', `/newssources/changes/${undoId}`);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo import' })).toBeNull());
});

test('the notes of an incomplete file are shown', async () => {
  renderImport([{ ...done, incomplete: true, notes: ['The file is incomplete: it ends inside an outline.'] }]);
  expect(await screen.findByText('Incomplete file')).toBeVisible();
  expect(screen.getByText('The file is incomplete: it ends inside an outline.')).toBeVisible();
});

test('pollDelay grows up to 5 s', () => {
  expect(pollDelay(0)).toBe(500);
  expect(pollDelay(3)).toBeGreaterThan(pollDelay(2));
  expect(pollDelay(100)).toBe(5000);
});

describe('the rows', () => {
  test('show result, reason and source', async () => {
    renderImport([done]);
    const table = await screen.findByRole('table', { name: 'Rows' });
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
      'Repaired: The unescaped & was read as text.',
      'El Ejemplo',
    ]);
    expect(screen.getByText('No title')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'javascript:x' })).toBeNull();
  });

  test.each([
    ['Created 640', 'created', 'result=created'],
    ['Existing 160', 'exists', 'result=exists'],
    ['Repaired 61', 'recovered', 'recovered=true'],
    ['Invalid 12', 'invalid', 'result=invalid'],
  ])('are filtered by the tab %s', async (name, tab, query) => {
    const { user, sent, address } = renderImport([done]);
    await user.click(await screen.findByRole('tab', { name }));
    expect(address()).toBe(`/newssources/imports/${id}?show=${tab}`);
    await waitFor(() => expect(sent.at(-1)!.url).toContain(query));
  });

  test('of the tab in the URL are shown', async () => {
    renderImport([done], { path: `/newssources/imports/${id}?show=invalid` });
    expect(await screen.findByRole('tab', { name: 'Invalid 12', selected: true })).toBeVisible();
    expect(await screen.findByText('Not http.')).toBeVisible();
    expect(screen.queryByText('Portada')).toBeNull();
  });

  test('are replaced by a text when no row matches the tab', async () => {
    renderImport([{ ...done, exists: 0 }], { path: `/newssources/imports/${id}?show=exists` });
    expect(await screen.findByText('No row matches an existing endpoint.')).toBeVisible();
  });
});

describe('a failed import', () => {
  const failed: Import = { ...running, state: 'failed', error: 'The database could not be reached.' };

  test('shows the error and offers to upload the file again', async () => {
    renderImport([failed]);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The database could not be reached.');
    expect(alert).toHaveTextContent(/200 created, 3 invalid/);
    expect(alert).toHaveTextContent(/upload the same file again/);
    expect(within(alert).getByRole('link', { name: 'Upload file again' })).toHaveAttribute(
      'href',
      '/newssources/imports',
    );
  });

  test('offers no upload to a viewer', async () => {
    renderImport([failed], { member: { ...editor, role: 'viewer', can_write: false } });
    expect(within(await screen.findByRole('alert')).queryByRole('link')).toBeNull();
  });
});

test('a rejected list of a contributor changed nothing, and can be uploaded again', async () => {
  const rejected: Import = { ...running, state: 'failed', created: 0, error: 'The proposal was rejected.' };
  renderImport([rejected], { member: contributor });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Nothing was imported. The proposal was rejected.');
  expect(alert).not.toHaveTextContent('are kept');
  expect(within(alert).getByRole('link', { name: 'Upload file again' })).toBeVisible();
});

test('an unknown import shows a not-found page', async () => {
  stubApi({ [`GET /newssources/imports/${id}`]: () => problem(404, 'not_found') });
  renderPage(<ImportPage />, { pattern: '/newssources/imports/:id', path: `/newssources/imports/${id}` });
  expect(await screen.findByRole('heading', { name: 'Import not found' })).toBeVisible();
});
