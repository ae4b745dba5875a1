import type { ChangeSet } from '@/api/gen/types.gen';
import { useCanPropose, useCanWrite, useMember } from '@/auth/member';

/**
 * Reports whether the member may apply, propose or rebase a change set. Contributors may only do so
 * with their own.
 */
export function useCanChange({ created_by: author }: Pick<ChangeSet, 'created_by'>): boolean {
  const isOwn = useMember().id === author.id;
  const canWrite = useCanWrite();
  const canPropose = useCanPropose();
  return canWrite || (canPropose && isOwn);
}
