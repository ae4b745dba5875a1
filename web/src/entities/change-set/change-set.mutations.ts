import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  applyChangeSet,
  approveChangeSet,
  cancelChangeSet,
  createChangeSet,
  createMerge,
  markChangeSetSeen,
  previewChangeSet,
  rejectChangeSet,
  restoreSource,
  undoChangeSet,
} from '@/api/gen/sdk.gen';
import type {
  ChangeSet,
  ChangeSetApply,
  ChangeSetApproval,
  ChangeSetCreate,
  ChangeSetRejection,
  MergeInput,
  SourceRestore,
} from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';
import { changeSetQuery } from './change-set.queries';

/** What a draft is made of. */
type DraftRequest =
  | { type: 'change'; body: ChangeSetCreate }
  | { type: 'merge'; body: MergeInput }
  /** Undoes a change set, or the items with these numbers. */
  | { type: 'undo'; id: string; items?: number[] }
  /** Restores an earlier version of a source, or a deleted source. */
  | { type: 'restore'; sourceId: string; body: SourceRestore };

async function sendDraft(request: DraftRequest): Promise<ChangeSet> {
  switch (request.type) {
    case 'change':
      return (await createChangeSet({ body: request.body })).data;
    case 'merge':
      return (await createMerge({ body: request.body })).data;
    case 'undo': {
      const { id, items } = request;
      return (await undoChangeSet({ path: { change_set_id: id }, body: { items } })).data;
    }
    case 'restore':
      return (await restoreSource({ path: { id: request.sourceId }, body: request.body })).data;
  }
}

async function cache(queryClient: QueryClient, changeSet: ChangeSet): Promise<void> {
  const { queryKey } = changeSetQuery(changeSet.id);
  // A read that started before the change would overwrite the cache with an earlier state.
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData(queryKey, changeSet);
  for (const part of ['list', 'summary']) {
    void queryClient.invalidateQueries({ queryKey: [...queryKeys.changeSets, part] });
  }
  void queryClient.invalidateQueries({ queryKey: [...queryKey, 'items'] });
}

function useChangeSetMutation<V>(mutationFn: (variables: V) => Promise<ChangeSet>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn, onSuccess: (changeSet) => cache(queryClient, changeSet) });
}

/** Makes a draft, whose preview says what it changes. Nothing is changed before it is applied. */
export function useMakeDraft() {
  return useChangeSetMutation(sendDraft);
}

/** Previews a draft again, with the sources that match now, or rebases a proposal. */
export function usePreviewAgain(id: string) {
  return useChangeSetMutation(async () => (await previewChangeSet({ path: { change_set_id: id } })).data);
}

export function useApplyChangeSet(id: string) {
  return useChangeSetMutation(
    async (body: ChangeSetApply) => (await applyChangeSet({ path: { change_set_id: id }, body })).data,
  );
}

/** Approves a proposal, or some of its items. */
export function useApproveChangeSet(id: string) {
  return useChangeSetMutation(
    async (body: ChangeSetApproval) => (await approveChangeSet({ path: { change_set_id: id }, body })).data,
  );
}

export function useRejectChangeSet(id: string) {
  return useChangeSetMutation(
    async (body: ChangeSetRejection) => (await rejectChangeSet({ path: { change_set_id: id }, body })).data,
  );
}

/** Records that the author of a proposal has seen the answer. */
export function useMarkSeen(id: string) {
  return useChangeSetMutation(async () => (await markChangeSetSeen({ path: { change_set_id: id } })).data);
}

/**
 * Returns a mutation that discards a draft, withdraws a proposal, or stops applying a change set,
 * given its id.
 */
export function useCancelChangeSet() {
  return useChangeSetMutation(async (id: string) => (await cancelChangeSet({ path: { change_set_id: id } })).data);
}

/**
 * Discards a draft when its panel is closed or shows something else, if its preview was incomplete
 * at the last poll, so that no job continues it. `id`: of the draft that the panel shows.
 */
export function useDiscardIncompleteDraft(id: string | undefined) {
  const queryClient = useQueryClient();
  const { mutate } = useCancelChangeSet();
  useEffect(() => {
    if (id === undefined) return undefined;
    return () => {
      const changeSet = queryClient.getQueryData(changeSetQuery(id).queryKey);
      if (changeSet?.state === 'draft' && !changeSet.preview_complete) mutate(id);
    };
  }, [id, mutate, queryClient]);
}
