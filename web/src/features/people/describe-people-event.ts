import type { AuditEvent, FieldChange } from '@/api/gen/types.gen';
import { ROLE } from '@/entities/person/labels';
import { formatCount } from '@/lib/format-count';
import { labelOf } from '@/lib/labels';

const STATE: Record<string, string> = { active: 'enabled', disabled: 'disabled' };

/**
 * Returns what a member did to a member, an invitation, an API token or the rule for approvals, as
 * the predicate of a sentence: "changed the role of Ana Ruiz from viewer to editor".
 */
export function describePeopleEvent({ action, target, changes }: AuditEvent): string {
  const valueOf = (field: string) => {
    const change = changes.find((one) => one.field === field);
    return String(change?.after ?? change?.before ?? '');
  };
  switch (action) {
    case 'member.updated':
      return changes.map((change) => describeChange(change, target.name)).join(' and ') || `saved ${target.name}`;
    case 'member.removed':
      return `removed ${target.name}`;
    case 'member.restored':
      return `restored ${target.name} with the role ${roleName(valueOf('role'))}`;
    case 'invitation.created':
      return `invited ${target.name} with the role ${roleName(valueOf('role'))}`;
    case 'invitation.deleted':
      return `withdrew the invitation of ${target.name}`;
    case 'approval_rule.updated':
      return describeApprovals(changes);
    case 'token.created':
      return `created the API token “${target.name}” of ${valueOf('owner')}`;
    case 'token.revoked':
      return `revoked the API token “${target.name}” of ${valueOf('owner')}`;
    default:
      // An action of a newer API version is shown by its name.
      return `did “${action}” to ${target.name}`;
  }
}

function describeChange({ field, before, after }: FieldChange, name: string): string {
  if (field === 'role') {
    return `changed the role of ${name} from ${roleName(String(before))} to ${roleName(String(after))}`;
  }
  if (field === 'state') return `${labelOf(STATE, String(after))} ${name}`;
  return `changed ${field} of ${name} from ${String(before)} to ${String(after)}`;
}

/** Returns the changes of the rule for approvals, as a predicate. */
function describeApprovals(changes: FieldChange[]): string {
  const texts = changes.map(({ field, before, after }) => {
    if (field === 'tier_1') return `${after ? 'required' : 'ended'} the approval of changes of tier 1 sources`;
    if (typeof after !== 'number')
      return `ended the approval of changes of more than ${formatCount(Number(before), 'item')}`;
    return `required the approval of changes of more than ${formatCount(after, 'item')}`;
  });
  return texts.join(' and ') || 'saved the rule for approvals';
}

function roleName(role: string): string {
  return labelOf(ROLE, role).toLowerCase();
}
