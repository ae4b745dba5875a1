import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ChangeSet, Session } from '@/api/gen/types.gen';
import { editor, json, stubApi } from '@/test/api';
import { aProposal, contributor } from '@/test/change-set';
import { renderPage } from '@/test/render';
import { ChangeSetReview } from './ChangeSetReview';

function open(changeSet: ChangeSet, member: Session = editor) {
  stubApi({ [`GET /newssources/change-sets/${changeSet.id}`]: () => json(changeSet) });
  renderPage(<ChangeSetReview id={changeSet.id} onReplace={vi.fn()} onClose={vi.fn()} />, { member });
}

test('a cancelled change set says how it ended', async () => {
  open(aProposal({ state: 'cancelled' }));
  expect(await screen.findByText('This proposal was withdrawn. Nothing was changed.')).toBeVisible();
});

test('a proposal that failed says why', async () => {
  open(aProposal({ state: 'cancelled', stopped: 'It failed.' }));
  expect(await screen.findByText('This change was not applied. It failed.')).toBeVisible();
});

test('a stopped approval says why', async () => {
  const stopped = 'The member who applied it may not change these sources any more.';
  open(aProposal({ state: 'cancelled', started_at: '2026-11-25T12:02:00Z', decided_by: editor, stopped }));
  expect(await screen.findByText(`This change was stopped before anything was changed. ${stopped}`)).toBeVisible();
  expect(screen.queryByText(/withdrawn|discarded/)).toBeNull();
});

test.each([
  ['bulk', 1],
  ['merge', 0],
] as const)('a change set of the origin %s that is being applied has %d Stop button', async (origin, count) => {
  open(aProposal({ state: 'applying', origin }));
  expect(await screen.findByRole('group', { name: 'Progress' })).toBeVisible();
  expect(screen.queryAllByRole('button', { name: 'Stop' })).toHaveLength(count);
});

test('the rebase of a proposal shows the number of compared items', async () => {
  const counts = { total: 9000, pending: 9000, changed: 0, unchanged: 0, conflict: 0, refused: 0 };
  open(aProposal({ preview_complete: false, selected: 5000, examined: 3000, counts }));
  expect(await screen.findByText('3,000 of 9,000 items compared.')).toBeVisible();
});

const another = { ...contributor, id: '0190b5d2-0000-7000-8000-000000000003' };

const members = [
  { who: 'its author', member: contributor, isAllowed: true },
  { who: 'an editor', member: editor, isAllowed: true },
  { who: 'another contributor', member: another, isAllowed: false },
];

test.each(members)('a stale proposal can be rebased by $who: $isAllowed', async ({ member, isAllowed }) => {
  open(aProposal({ stale: 1 }), member);
  expect(await screen.findByText(/changed or deleted/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Rebase on current values' }) !== null).toBe(isAllowed);
});

test.each(members)('a draft can be applied or proposed by $who: $isAllowed', async ({ member, isAllowed }) => {
  open(aProposal({ state: 'draft', proposed_at: undefined }), member);
  expect(await screen.findByRole('button', { name: 'Cancel' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^(Change|Propose).* 2 sources$/ }) !== null).toBe(isAllowed);
});

const approval = { reasons: ['items', 'tier_1'] as const, approvers: [{ name: 'Ben', email: 'ben@example.org' }] };
const aDraft = (change: Partial<ChangeSet>) => aProposal({ state: 'draft', proposed_at: undefined, ...change });

test('a draft that needs a second person says who can approve it, and is proposed', async () => {
  open(aDraft({ created_by: editor, approval: { ...approval, reasons: [...approval.reasons] } }));
  expect(await screen.findByRole('button', { name: 'Propose change of 2 sources' })).toBeVisible();
  expect(screen.getByText(/so many items .* tier 1 .* It can be approved by Ben\./)).toBeVisible();
});

test('only its author can propose a draft that needs a second person', async () => {
  open(aDraft({ approval: { reasons: ['items'], approvers: [] } }));
  expect(await screen.findByText(/only its author can propose it/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Propose/ })).toBeNull();
});

test('a draft that no other member can approve says so', async () => {
  open(aDraft({ created_by: editor, approval: { reasons: ['items'], approvers: [] } }));
  expect(await screen.findByText(/No other member can approve it now/)).toBeVisible();
});
