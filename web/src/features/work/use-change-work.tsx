import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeWork } from '@/api/gen/sdk.gen';
import type { SourceRow, SourceWork, WorkChange, WorkOutcome } from '@/api/gen/types.gen';
import { invalidate } from '@/api/invalidate';
import { queryKeys } from '@/api/query-keys';
import { notifyError, notifyFailure, notifySuccess, notifyWithUndo } from '@/components/notify';
import { describeChange, undoOf, type WorkAction } from './work-change';
import { WorkFailures } from './WorkFailures';

/** The largest number of sources of one request. */
export const MAX_SOURCES = 1000;

/** A source of the work list, with the work that the member sees. */
export interface Target {
  id: string;
  name: string;
  work: SourceWork;
}

/** Returns a source of the list as a target. */
export function targetOf({ id, name, work }: SourceRow): Target {
  return { id, name, work: work ?? { version: 0 } };
}

/** The number of changed sources whose data is refetched. A member has only a few sources open. */
const MAX_REFETCHED = 20;

interface Variables {
  action: WorkAction;
  targets: Target[];
  isUndo?: boolean;
}

/**
 * Assigns and snoozes sources. A notification says what was done and has an Undo button. Another
 * notification names the sources that were not changed, because the section of the page that listed
 * them may have disappeared.
 */
export function useChangeWork() {
  const queryClient = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ action, targets }: Variables): Promise<WorkOutcome[]> => {
      const items = targets.slice(0, MAX_SOURCES).map(({ id, work }) => ({ source_id: id, version: work.version }));
      const body: WorkChange = { action: action.type, items };
      if (action.type === 'assign') body.assignee_id = action.assignee.id;
      if (action.type === 'snooze') body.snoozed_until = action.until;
      return (await changeWork({ body })).data.items;
    },
    onSuccess: (outcomes, { action, targets, isUndo }) => {
      const saved = outcomes.filter(({ outcome }) => outcome === 'saved');
      const failures = outcomes.filter(({ outcome }) => outcome !== 'saved');
      if (failures.length > 0) {
        notifyFailure(
          isUndo ? 'The change was not undone' : 'The change was not saved',
          <WorkFailures failures={failures} />,
        );
      }
      if (saved.length === 0) return;
      const text = describeChange(
        action,
        saved.map(({ source_name: name = '' }) => name),
      );
      if (isUndo) notifySuccess(text);
      else {
        notifyWithUndo(text, () => {
          for (const [undo, sources] of undoOf(action, targets, saved)) {
            mutate({ action: undo, targets: sources, isUndo: true });
          }
        });
      }
    },
    onError: (error, { isUndo }) =>
      notifyError(isUndo ? 'The change was not undone' : 'The change was not saved', error),
    onSettled: (outcomes) => {
      const sources = (outcomes ?? []).map(({ source_id: id }) => queryKeys.source(id));
      invalidate(queryClient, queryKeys.work, queryKeys.sourceLists, ...sources.slice(0, MAX_REFETCHED));
    },
  });
  return {
    isPending,
    /** Reports whether a change of the source is being saved. */
    isPendingFor: (id: string) => isPending && variables.targets.some((target) => target.id === id),
    change: (action: WorkAction, targets: Target[]) => mutate({ action, targets }),
  };
}
