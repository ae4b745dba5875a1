import type { ChangeSet } from '@/api/gen/types.gen';
import { useCanPropose, useCanWrite, useMember } from '@/auth/member';

/**
 * Reports whether the member may apply, propose, rebase or comment on a change set. Contributors
 * may only do so with their own, and only the author may propose a draft that another member must
 * approve.
 */
export function useCanChange({ created_by: author, approval }: Pick<ChangeSet, 'created_by' | 'approval'>): boolean {
  const isOwn = useMember().id === author.id;
  const canWrite = useCanWrite();
  const canPropose = useCanPropose();
  return (canWrite && !approval) || (canPropose && isOwn);
}
