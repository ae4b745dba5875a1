import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ChangeSet, Import, ImportTable, ImportTableRow } from '@/api/gen/types.gen';
import { editor, json, problem, stubApi } from '@/test/api';
import { renderPage } from '@/test/render';
import { Component as ImportPage } from './ImportPage';

const id = '01938f00-0000-7000-8000-000000000001';
const path = `/newssources/imports/${id}`;

const staged: Import = {
  id,
  filename: 'liste.csv',
  format: 'csv',
  state: 'staged',
  counts: { create: 1, update: 0, unchanged: 0, duplicate: 0, conflict: 0, invalid: 1, skipped: 0, repaired: 0 },
  total: 2,
  created: 0,
  exists: 0,
  recovered: 0,
  invalid: 0,
  pending: 0,
  created_at: '2026-01-02T03:04:05Z',
  created_by: { email: 'a@example.org', name: 'Alex Editor' },
};

const table: ImportTable = {
  encoding: 'utf-8',
  separator: ';',
  clear: '\\N',
  columns: [
    { header: 'Titel', target: 'name', origin: 'header', samples: ['Bote', 'Kurier'] },
    { header: 'Land', target: 'country', origin: 'header', samples: ['Atlantis'] },
    { header: 'Kürzel', target: 'ignore', origin: 'none', samples: ['b'] },
    { header: 'ID', target: 'ignore', origin: 'header', samples: [] },
  ],
  targets: [
    { target: 'ignore', label: 'Ignore' },
    { target: 'keep_as_tags', label: 'Keep as tags' },
    { target: 'name', label: 'Name' },
    { target: 'country', label: 'Country' },
  ],
};

const rows: ImportTableRow[] = [
  { number: 1, line: 2, cells: ['Bote', 'DE', 'b'], result: 'create', skipped: false, changes: [] },
  {
    number: 2,
    line: 3,
    cells: ['Kurier', 'Atlantis', 'k'],
    result: 'invalid',
    skipped: false,
    reason: 'Land: “Atlantis” is not a country.',
    changes: [],
  },
];

const applying: ChangeSet = {
  id,
  title: 'Import: liste.csv',
  origin: 'table',
  state: 'applying',
  created_at: '2026-01-02T03:04:05Z',
  created_by: { email: 'a@example.org', name: 'Alex Editor' },
  selected: 120_000,
  examined: 120_000,
  preview_complete: true,
  generation: 1,
  operations: [],
  counts: { total: 120_000, pending: 116_000, changed: 4_000, unchanged: 0, conflict: 0, refused: 0 },
  effects: { endpoints_stopped: 0, endpoints_checked: 0, alerts_ended: 0 },
  reasons: [],
  sample: [],
};

function renderTable(importRun: Import = staged, member = editor) {
  const sent = stubApi({
    [`GET ${path}`]: () => json(importRun),
    [`GET ${path}/table`]: () => json(table),
    [`PUT ${path}/table`]: () => json(table),
    [`GET ${path}/table/rows`]: () => json({ items: rows, total: 2, offset: 0 }),
    [`PATCH ${path}/table/rows/2`]: () => json({ ...rows[1], cells: ['Kurier', 'AT', 'k'], result: 'create' }),
    [`POST ${path}/apply`]: () => problem(409, 'bad_transition', { detail: 'This table was applied already.' }),
    [`GET ${path}/table/absent`]: () => json({ items: [], total: 0 }),
  });
  renderPage(<ImportPage />, { pattern: '/newssources/imports/:id', path, member });
  const bodies = async (method: string) =>
    Promise.all(sent.filter((request) => request.method === method).map((request) => request.clone().json()));
  return { user: userEvent.setup(), bodies };
}

test('columns are shown with what they are, and can be corrected', async () => {
  const { user, bodies } = renderTable();
  const column = await screen.findByRole('combobox', { name: 'Kürzel' });
  expect(column).toHaveAccessibleDescription('Not recognized');
  expect(screen.getByText(/1 column is ignored: Kürzel\./)).toBeVisible();
  expect(screen.getByText(/sets these columns itself: ID\./)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Apply/ })).toBeEnabled();
  await user.selectOptions(column, 'Keep as tags');
  expect(column).toHaveAccessibleDescription('Chosen, not used yet');
  expect(screen.getByRole('button', { name: /^Apply/ })).toBeDisabled();
  expect(screen.getByText('You have changed the columns. Use them before you apply the table.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Use these columns' }));
  await waitFor(async () =>
    expect(await bodies('PUT')).toEqual([{ targets: ['name', 'country', 'keep_as_tags', 'ignore'], clear: '\\N' }]),
  );
});

test('the format, the encoding and the separator are shown, and that names come from the domains', async () => {
  renderTable();
  expect(await screen.findByText(/^Read as CSV, encoding utf-8, cells separated by semicolons\./)).toBeVisible();
  expect(screen.queryByText(/are named after their domains/)).toBeNull();
  stubApi({
    [`GET ${path}`]: () => json({ ...staged, format: 'xlsx' }),
    [`GET ${path}/table`]: () => json({ ...table, encoding: '', separator: '', columns: table.columns.slice(1) }),
    [`GET ${path}/table/rows`]: () => json({ items: rows, total: 2, offset: 0 }),
    [`GET ${path}/table/absent`]: () => json({ items: [], total: 0 }),
  });
  renderPage(<ImportPage />, { pattern: '/newssources/imports/:id', path, member: editor });
  expect(await screen.findByText('Read as XLSX.')).toBeVisible();
  expect(screen.getByText(/are named after their domains/)).toBeVisible();
});

test('a row is corrected in the panel beside the rows', async () => {
  const { user, bodies } = renderTable();
  expect(await screen.findByText('2 rows: 1 create, 1 invalid.', { exact: false })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Edit line 3' }));
  const panel = screen.getByRole('dialog', { name: 'Line 3' });
  expect(within(panel).getByText('Land: “Atlantis” is not a country.')).toBeVisible();
  const cell = within(panel).getByRole('textbox', { name: 'Land' });
  await user.clear(cell);
  await user.type(cell, 'AT');
  await user.click(within(panel).getByRole('button', { name: 'Save row' }));
  await waitFor(async () => expect(await bodies('PATCH')).toEqual([{ cells: ['Kurier', 'AT', 'k'] }]));
});

test('a refused application is explained', async () => {
  const { user } = renderTable();
  await user.click(await screen.findByRole('button', { name: 'Apply 1 row' }));
  expect(await screen.findByText('This table was applied already.')).toBeVisible();
});

test.each([
  ['its changes are collected', { ...applying, state: 'draft', preview_complete: false }, /table is being applied/],
  ['its changes are applied', applying, /4,000 of 120,000 /],
] as const)('a large table can be stopped while %s', async (_, changeSet, text) => {
  const sent = stubApi({
    [`GET ${path}`]: () => json({ ...staged, state: 'running', change_set_id: id }),
    [`GET ${path}/table`]: () => json(table),
    [`GET ${path}/table/rows`]: () => json({ items: rows, total: 2, offset: 0 }),
    [`GET /newssources/change-sets/${id}`]: () => json(changeSet),
    [`POST /newssources/change-sets/${id}/cancel`]: () => json({ ...applying, state: 'cancelled' }),
  });
  renderPage(<ImportPage />, { pattern: '/newssources/imports/:id', path, member: editor });
  expect(await screen.findByText(text)).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(sent.some(({ url }) => url.endsWith('/cancel'))).toBe(true));
});

test.each([
  [
    { created: 1, not_applied: 1, error: 'It was stopped.' },
    'The table was applied in part. 1 of 2 rows were applied. It was stopped.',
  ],
  [
    { created: 1, refused: 1 },
    'The table was applied in part. 1 of 2 rows were applied. 1 row was refused; see the reasons below.',
  ],
  [{ created: 2 }, 'The table was applied.'],
  [
    { state: 'undone' as const, created: 2, undo_id: id },
    'The import was undone. The rows show its results before that. Show the undo',
  ],
])('an ended table with %o says what was applied', async (changes, text) => {
  const [first, second] = rows as [ImportTableRow, ImportTableRow];
  stubApi({
    [`GET ${path}`]: () => json({ ...staged, state: 'done', change_set_id: id, ...changes }),
    [`GET ${path}/table`]: () => json(table),
    [`GET ${path}/table/rows`]: () =>
      json({
        items: [
          { ...first, applied: 'changed' },
          { ...second, result: 'create', applied: 'pending' },
        ],
        total: 2,
        offset: 0,
      }),
    'GET /newssources/approval-rule': () => json({ tier_1: false }),
  });
  renderPage(<ImportPage />, { pattern: '/newssources/imports/:id', path, member: editor });
  expect(await screen.findByRole('region', { name: 'Progress' })).toHaveTextContent(text);
  for (const result of ['state' in changes ? 'Created, undone' : 'Created', 'Not applied']) {
    expect((await screen.findAllByText(result))[0]).toBeVisible();
  }
});

test('a viewer can read the rows and change nothing', async () => {
  renderTable(staged, { ...editor, role: 'viewer', can_write: false });
  expect(await screen.findByText('Kurier')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Edit line|Apply|Discard/ })).not.toBeInTheDocument();
  expect(screen.getByRole('combobox', { name: 'Titel' })).toBeDisabled();
});
