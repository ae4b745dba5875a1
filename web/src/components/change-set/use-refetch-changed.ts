import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ChangeSet } from '@/api/gen/types.gen';
import { invalidate } from '@/api/invalidate';
import { queryKeys } from '@/api/query-keys';

/** Refetches the sources and their lists when a change set has been applied. */
export function useRefetchChanged(changeSet: ChangeSet | undefined): void {
  const queryClient = useQueryClient();
  const state = changeSet?.state;
  const previous = useRef(state);
  useEffect(() => {
    // A small change set is applied in the request, so that its state is never seen as applying.
    if (previous.current && previous.current !== state && state !== 'applying') {
      invalidate(queryClient, ...queryKeys.imported, queryKeys.work, queryKeys.changeSets);
    }
    previous.current = state;
  }, [state, queryClient]);
}
