import { Button, Progress } from '@mantine/core';
import type { ChangeSet } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { useCancelChangeSet } from '@/entities/change-set/change-set.mutations';
import { formatNumber } from '@/lib/format-count';
import { ProblemNote } from '../form/ProblemNote';
import { countItems } from './change-words';

/** The progress of a change set that is being applied, with a button that stops it. */
export function ApplyProgress({ changeSet }: { changeSet: ChangeSet }) {
  const { id, counts } = changeSet;
  const canWrite = useCanWrite();
  const cancel = useCancelChangeSet(id);
  const total = counts.changed + counts.pending;
  const percent = total > 0 ? (100 * counts.changed) / total : 0;
  return (
    <div className="stack-16" role="group" aria-label="Progress">
      <div>
        <Progress.Root size="lg">
          <Progress.Section value={percent} aria-label="Changed items" />
        </Progress.Root>
        <p className="dimmed" role="status">
          {formatNumber(counts.changed)} of {countItems(changeSet, total)} changed. You can leave this page; the change
          continues.
        </p>
      </div>
      {cancel.error && <ProblemNote error={cancel.error} />}
      {canWrite && (
        <div className="wrap">
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
            Stop
          </Button>
        </div>
      )}
    </div>
  );
}
