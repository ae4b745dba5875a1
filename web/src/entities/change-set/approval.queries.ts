import { queryOptions } from '@tanstack/react-query';
import { ifMatch } from '@/api/etag';
import { getApprovalRule, replaceApprovalRule } from '@/api/gen/sdk.gen';
import type { ApprovalRule, ApprovalRuleInput } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';
import { useWrite } from '@/api/use-write';

/** Queries the rule that says which change sets another member must approve. */
export function approvalRuleQuery() {
  return queryOptions({
    queryKey: [...queryKeys.changeSets, 'approval-rule'],
    queryFn: async ({ signal }) => (await getApprovalRule({ signal })).data,
  });
}

/** Replaces the rule, and reloads the history of people and the drafts, which depend on it. */
export function useSaveApprovalRule() {
  return useWrite(
    async ({ version, body }: { version: ApprovalRule['version']; body: ApprovalRuleInput }) =>
      (await replaceApprovalRule({ headers: ifMatch(version), body })).data,
    [queryKeys.changeSets, queryKeys.people],
  );
}
