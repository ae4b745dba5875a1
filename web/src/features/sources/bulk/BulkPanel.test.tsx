import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ChangeSet } from '@/api/gen/types.gen';
import { startOfLocalDay } from '@/lib/dates';
import { editor, json, problem } from '@/test/api';
import { list, renderList, row, sent, viewer } from '../test-list';

const draft: ChangeSet = {
  id: '01938f00-0000-7000-8000-0000000000d1',
  title: 'Add tag élite',
  origin: 'bulk',
  state: 'draft',
  created_at: '2026-11-25T12:00:00Z',
  created_by: { email: 'editor@example.org', name: 'Alex Editor' },
  selected: 90,
  examined: 90,
  preview_complete: true,
  generation: 1,
  operations: [{ field: 'tags', action: 'add', values: ['élite'] }],
  counts: { total: 90, pending: 83, changed: 0, unchanged: 6, conflict: 0, refused: 1 },
  effects: { endpoints_stopped: 0, endpoints_checked: 2, alerts_ended: 0 },
  reasons: [{ result: 'refused', reason: 'a source can have at most 50 tags', count: 1 }],
  sample: [
    {
      number: 1,
      action: 'update',
      target: { type: 'source', id: row(1).id, name: 'Source 1' },
      source_id: row(1).id,
      base_version: 1,
      changes: [{ field: 'tags', before: ['politics'], after: ['politics', 'élite'] }],
      result: 'pending',
    },
  ],
};
const path = `/newssources/change-sets/${draft.id}`;
const applied: ChangeSet = {
  ...draft,
  state: 'applied_in_part',
  counts: { total: 90, pending: 0, changed: 82, unchanged: 6, conflict: 1, refused: 1 },
};

const handlers = {
  'GET /newssources/tags': () => json({ items: [] }),
  'POST /newssources/change-sets': () => json(draft, { status: 201 }),
  [`GET ${path}`]: () => json(draft),
};

async function previewTag(more: Record<string, () => Response> = {}) {
  const { user } = renderList('/newssources?country=ES', list, editor, undefined, { ...handlers, ...more });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Source 1' }));
  await user.click(screen.getByRole('button', { name: 'Select all 90' }));
  expect(screen.getByText('All 90 sources selected')).toBeVisible();
  const bar = within(screen.getByRole('region', { name: 'Selected sources' }));
  await user.click(bar.getByRole('button', { name: 'Tag' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Change 90 sources' }));
  await user.click(panel.getByRole('button', { name: 'Preview' }));
  expect(panel.getByText('Enter at least one tag.')).toBeVisible();
  await user.type(panel.getByRole('combobox', { name: 'Tags' }), 'élite{Enter}');
  await user.click(panel.getByRole('button', { name: 'Preview' }));
  expect(await panel.findByText('83 sources')).toBeVisible();
  expect(panel.getByRole('heading', { name: 'Change 90 sources' })).toHaveFocus();
  return { user, panel };
}

const bodyOf = async (method: string, pathname: string) => {
  const request = sent.findLast((each) => each.method === method && new URL(each.url).pathname === pathname);
  return JSON.parse(await request!.clone().text()) as unknown;
};

test('all matching sources are changed after a preview, and the result can be undone', async () => {
  let stored = draft;
  const { user, panel } = await previewTag({
    [`GET ${path}`]: () => json(stored),
    [`POST ${path}/apply`]: () => json((stored = applied), { status: 202 }),
  });
  expect(await bodyOf('POST', '/newssources/change-sets')).toEqual({
    selection: { filter: { country: ['ES'] }, expected: 90 },
    operations: [{ field: 'tags', action: 'add', values: ['élite'] }],
  });
  expect(panel.getByText('6 have the new values already.')).toBeVisible();
  expect(panel.getByText('1: a source can have at most 50 tags')).toBeVisible();
  expect(panel.getByText('2 endpoints are checked at once.')).toBeVisible();
  expect(panel.getByText('élite').tagName).toBe('INS');
  await user.click(panel.getByRole('button', { name: 'Change 83 sources' }));
  expect(await panel.findByText(/^Changed 82 sources, 6 had the new values already, skipped 2\./)).toBeVisible();
  expect(await bodyOf('POST', `${path}/apply`)).toEqual({ expected: 90 });
  expect(panel.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('the list stays usable, and another change asks before entered values are discarded', async () => {
  const { user } = renderList('/newssources', list, editor, undefined, handlers);
  await user.click(await screen.findByRole('checkbox', { name: 'Select Source 1' }));
  const bar = within(screen.getByRole('region', { name: 'Selected sources' }));
  await user.click(bar.getByRole('button', { name: 'Owner' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Change 1 source' }));
  expect(screen.getByRole('heading', { name: 'Change 1 source' })).toHaveFocus();
  await user.type(panel.getByRole('textbox', { name: 'New owner' }), 'Ada');
  await user.click(screen.getByRole('checkbox', { name: 'Select Source 2' }));
  expect(bar.getByText('2 sources selected')).toBeVisible();
  await user.click(bar.getByRole('button', { name: 'Pause' }));
  await user.click(panel.getByRole('button', { name: 'Discard changes' }));
  const next = within(await screen.findByRole('dialog', { name: 'Change 2 sources' }));
  expect(next.getByRole('group', { name: 'Pause' })).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(bar.getByRole('button', { name: 'Pause' })).toHaveFocus();
});

test('if other sources match meanwhile, the panel says so and previews again', async () => {
  const changed = { detail: 'Other sources match.', selection: { expected: 90, matches: 92, added: 3, removed: 1 } };
  const { user, panel } = await previewTag({
    [`POST ${path}/apply`]: () => problem(409, 'selection_changed', changed),
    [`POST ${path}/preview`]: () => json({ ...draft, counts: { ...draft.counts, total: 92, pending: 85 } }),
  });
  await user.click(panel.getByRole('button', { name: 'Change 83 sources' }));
  expect(await panel.findByText(/92 sources match instead of 90: 3 more and 1 fewer\./)).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Preview again' }));
  expect(await panel.findByRole('button', { name: 'Change 85 sources' })).toBeVisible();
});

test.each([
  { name: 'closing the panel discards a draft with an incomplete preview', isComplete: false, discarded: 1 },
  { name: 'closing the panel keeps a draft with a complete preview', isComplete: true, discarded: 0 },
])('$name', async ({ isComplete, discarded }) => {
  const shown = { ...draft, preview_complete: isComplete };
  const { user, panel } = await previewTag({
    'POST /newssources/change-sets': () => json(shown, { status: 201 }),
    [`GET ${path}`]: () => json(shown),
    [`POST ${path}/cancel`]: () => json({ ...shown, state: 'cancelled' }),
  });
  await user.click(panel.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent.filter((each) => new URL(each.url).pathname === `${path}/cancel`)).toHaveLength(discarded);
});

test('archiving more than 100 sources needs their number', async () => {
  const operations = [{ field: 'lifecycle' as const, action: 'archive' as const }];
  const many = {
    ...draft,
    operations,
    counts: { ...draft.counts, total: 120, pending: 120, unchanged: 0, refused: 0 },
  };
  const { user } = renderList('/newssources', list, editor, undefined, {
    ...handlers,
    'POST /newssources/change-sets': () => json(many, { status: 201 }),
    [`GET ${path}`]: () => json(many),
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Source 1' }));
  await user.click(screen.getByRole('button', { name: 'Archive' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Change 1 source' }));
  await user.click(panel.getByRole('button', { name: 'Preview' }));
  const apply = await panel.findByRole('button', { name: 'Change 120 sources' });
  expect(apply).toBeDisabled();
  await user.type(panel.getByRole('textbox', { name: 'Type 120 to confirm' }), '120');
  expect(apply).toBeEnabled();
});

test('Shift selects the rows between two rows', async () => {
  const items = [1, 2, 3, 4].map((at) => row(at));
  const { user } = renderList('/newssources', () => json({ items, total: 4, total_is_minimum: false }));
  await user.click(await screen.findByRole('checkbox', { name: 'Select Source 1' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('checkbox', { name: 'Select Source 3' }));
  await user.keyboard('{/Shift}');
  expect(screen.getByText('3 sources selected')).toBeVisible();
});

test('a viewer sees the changes disabled, with the reason', async () => {
  const { user } = renderList('/newssources', list, viewer);
  await user.click(await screen.findByRole('checkbox', { name: 'Select Source 1' }));
  const archive = screen.getByRole('button', { name: 'Archive' });
  expect(archive).toHaveAttribute('aria-disabled', 'true');
  expect(archive).toHaveAccessibleDescription('Only editors and administrators can change sources.');
  await user.click(archive);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent.some(({ method }) => method === 'POST')).toBe(false);
});

test('selected sources are assigned, or snoozed until a day', async () => {
  const { user } = renderList('/newssources', list, editor, undefined, {
    ...handlers,
    'GET /newssources/work/assignees': () => json({ items: [{ id: row(9).id, email: 'b@example.org', name: 'Ben' }] }),
  });
  const preview = async (kind: string, fill: (panel: ReturnType<typeof within>) => Promise<void>) => {
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: kind }));
    const panel = within(await screen.findByRole('dialog', { name: 'Change 1 source' }));
    await fill(panel);
    await user.click(panel.getByRole('button', { name: 'Preview' }));
    await panel.findByText('83 sources');
    await user.keyboard('{Escape}');
    return (await bodyOf('POST', '/newssources/change-sets')) as { operations: unknown };
  };
  await user.click(await screen.findByRole('checkbox', { name: 'Select Source 1' }));
  const assigned = await preview('Assign', async (panel) => {
    await user.click(panel.getByRole('combobox', { name: 'Assignee' }));
    await user.click(await screen.findByRole('option', { name: 'Ben' }));
  });
  expect(assigned.operations).toEqual([{ field: 'assignee', action: 'set', value: row(9).id }]);
  const snoozed = await preview('Snooze', async (panel) => {
    await user.type(panel.getByLabelText('Snoozed until'), '2099-01-31');
  });
  expect(snoozed.operations).toEqual([{ field: 'snooze', action: 'set', until: startOfLocalDay('2099-01-31') }]);
});
