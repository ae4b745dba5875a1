import type { ApprovalRule } from '@/api/gen/types.gen';
import { formatCount } from '@/lib/format-count';

const APPROVERS = 'another editor or administrator';

/**
 * Returns whether the rule makes a proposal of a change of at least so many items, and a sentence
 * about the rule; '' if there is none. Only the service knows the number of endpoints, each of
 * which is an item, and which sources have tier 1.
 */
export function expectedApproval(rule: ApprovalRule | undefined, items: number): { isProposed: boolean; text: string } {
  if (rule?.above !== undefined && items > rule.above) {
    return { isProposed: true, text: `A change of so many items needs the approval of ${APPROVERS}.` };
  }
  const conditions = [
    rule?.above !== undefined &&
      `it changes more than ${formatCount(rule.above, 'source or endpoint', 'sources and endpoints')}`,
    rule?.tier_1 && 'it concerns tier 1 sources',
  ].filter(Boolean);
  const text = conditions.length > 0 ? `If ${conditions.join(' or ')}, ${APPROVERS} must approve it.` : '';
  return { isProposed: false, text };
}
