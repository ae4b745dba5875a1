import type { Import } from '@/api/gen/types.gen';
import { useCanPropose, useMember, useProposes } from '@/auth/member';

/**
 * Reports whether the member may correct and apply a table. Contributors may only do so with their
 * own.
 */
export function useCanEditTable({ created_by: author }: Pick<Import, 'created_by'>): boolean {
  const { id } = useMember();
  const canPropose = useCanPropose();
  const proposes = useProposes();
  return canPropose && (!proposes || author.id === id);
}
