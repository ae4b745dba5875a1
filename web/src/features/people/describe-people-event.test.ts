import { expect, test } from 'vitest';
import type { AuditEvent } from '@/api/gen/types.gen';
import { describePeopleEvent } from './describe-people-event';

function anEvent(action: string, name: string, changes: AuditEvent['changes'] = []): AuditEvent {
  return {
    id: '1',
    at: '2026-01-01T00:00:00Z',
    actor: { email: 'ada@example.org', name: 'Ada', role: 'admin' },
    action,
    target: { type: 'member', id: '2', name },
    changes,
  };
}

test.each([
  [
    anEvent('member.updated', 'Ben', [{ field: 'role', before: 'viewer', after: 'admin' }]),
    'changed the role of Ben from viewer to administrator',
  ],
  [anEvent('member.updated', 'Ben', [{ field: 'state', before: 'active', after: 'disabled' }]), 'disabled Ben'],
  [anEvent('member.removed', 'Ben'), 'removed Ben'],
  [
    anEvent('invitation.created', 'example.org', [{ field: 'role', after: 'editor' }]),
    'invited example.org with the role editor',
  ],
  [
    anEvent('token.revoked', 'Export', [{ field: 'owner', before: 'ben@example.org' }]),
    'revoked the API token “Export” of ben@example.org',
  ],
  [
    anEvent('approval_rule.updated', 'Approval of changes', [
      { field: 'above', before: 100 },
      { field: 'tier_1', before: false, after: true },
    ]),
    'ended the approval of changes of more than 100 items and required the approval of changes of tier 1 sources',
  ],
  [
    anEvent('approval_rule.updated', 'Approval of changes', [{ field: 'above', after: 1 }]),
    'required the approval of changes of more than 1 item',
  ],
  [anEvent('member.renamed', 'Ben'), 'did “member.renamed” to Ben'],
])('%#: %s', (event, expected) => {
  expect(describePeopleEvent(event)).toBe(expected);
});
