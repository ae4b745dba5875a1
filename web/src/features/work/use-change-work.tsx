import type { SourceRow, SourceWork, WorkChange } from '@/api/gen/types.gen';
import { notifyError, notifyFailure, notifySuccess, notifyWithUndo } from '@/components/notify';
import { MAX_CHANGED, useWorkMutation } from '@/entities/work/work.mutations';
import { describeChange, undoOf, type WorkAction } from './work-change';
import { WorkFailures } from './WorkFailures';

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

interface Variables {
  action: WorkAction;
  targets: Target[];
  isUndo?: boolean;
}

function changeOf({ action, targets }: Variables): WorkChange {
  const items = targets.slice(0, MAX_CHANGED).map(({ id, work }) => ({ source_id: id, version: work.version }));
  const change: WorkChange = { action: action.type, items };
  if (action.type === 'assign') change.assignee_id = action.assignee.id;
  if (action.type === 'snooze') change.snoozed_until = action.until;
  return change;
}

/**
 * Assigns and snoozes sources. A notification says what was done and has an Undo button. Another
 * notification names the sources that were not changed, because the section of the page that listed
 * them may have disappeared.
 */
export function useChangeWork() {
  const { mutate, isPending, variables } = useWorkMutation<Variables>(changeOf, {
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
  });
  return {
    isPending,
    /** Reports whether a change of the source is being saved. */
    isPendingFor: (id: string) => isPending && variables.targets.some((target) => target.id === id),
    change: (action: WorkAction, targets: Target[]) => mutate({ action, targets }),
  };
}
