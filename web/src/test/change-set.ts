import type { ChangeItem, ChangeSet } from '@/api/gen/types.gen';
import { editor } from './api';

export const contributor = {
  ...editor,
  id: '0190b5d2-0000-7000-8000-000000000002',
  email: 'contributor@example.org',
  name: 'Cora Contributor',
  role: 'contributor' as const,
  can_write: false,
};

/** Returns a pending item of a change set. */
export function aChangeItem(number: number, change: Partial<ChangeItem> = {}): ChangeItem {
  const id = `0191d3f0-0000-7000-8000-00000000000${number}`;
  return {
    number,
    action: 'update',
    target: { type: 'source', id, name: `Source ${number}` },
    source_id: id,
    base_version: 1,
    changes: [{ field: 'owner', before: 'Ada', after: 'Ben' }],
    result: 'pending',
    ...change,
  };
}

/** Returns a proposal of the contributor for two sources. */
export function aProposal(change: Partial<ChangeSet> = {}): ChangeSet {
  return {
    id: '01938f00-0000-7000-8000-0000000000d3',
    title: 'Set owner Ben',
    origin: 'bulk',
    state: 'proposed',
    created_at: '2026-11-25T12:00:00Z',
    proposed_at: '2026-11-25T12:01:00Z',
    created_by: { id: contributor.id, email: contributor.email, name: contributor.name },
    selected: 2,
    examined: 2,
    preview_complete: true,
    generation: 1,
    operations: [{ field: 'owner', action: 'set', value: 'Ben' }],
    counts: { total: 2, pending: 2, changed: 0, unchanged: 0, conflict: 0, refused: 0 },
    effects: { endpoints_stopped: 0, endpoints_checked: 0, alerts_ended: 0 },
    reasons: [],
    sample: [aChangeItem(1), aChangeItem(2)],
    ...change,
  };
}
