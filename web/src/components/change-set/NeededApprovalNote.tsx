import type { NeededApproval } from '@/api/gen/types.gen';
import { Note } from '../Note';

const REASON: Record<NeededApproval['reasons'][number], string> = {
  contributor: 'Changes of contributors need an approval.',
  items: 'A change of so many items needs the approval of a second person.',
  tier_1: 'A change of tier 1 sources needs the approval of a second person.',
};

/** Says before a draft is proposed why another member must approve it, and who can. */
export function NeededApprovalNote({ approval: { reasons, approvers } }: { approval: NeededApproval }) {
  return (
    <Note tone={approvers.length > 0 ? 'info' : 'warn'}>
      {reasons.map((reason) => REASON[reason]).join(' ')} {approversText(approvers.map(({ name }) => name))}
    </Note>
  );
}

/** The maximum number of names that the API returns. */
const MAX_NAMES = 5;

/** Returns a sentence that names the members who can approve a change. */
function approversText(names: string[]): string {
  if (names.length === 0) {
    return 'No other member can approve it now. Ask an administrator to give another member a role that can.';
  }
  const rest = names.length === MAX_NAMES ? ['another member'] : [];
  return `It can be approved by ${new Intl.ListFormat('en', { type: 'disjunction' }).format([...names, ...rest])}.`;
}
