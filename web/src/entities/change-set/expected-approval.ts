import type { ApprovalRule } from '@/api/gen/types.gen';

/**
 * Returns whether a change of so many rows or items becomes a proposal because of the rule, and a
 * sentence about it; '' if no approval is needed. Whether it concerns sources of tier 1 is only
 * known to the service.
 */
export function expectedApproval(rule: ApprovalRule | undefined, items: number): { isProposed: boolean; text: string } {
  if (rule?.above !== undefined && items > rule.above) {
    return {
      isProposed: true,
      text: 'A change of so many items needs the approval of another editor or administrator.',
    };
  }
  const text = rule?.tier_1 ? 'If it concerns tier 1 sources, another editor or administrator must approve it.' : '';
  return { isProposed: false, text };
}
