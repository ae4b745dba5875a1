import { Button, Progress } from '@mantine/core';
import type { ChangeSet } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { useCancelChangeSet } from '@/entities/change-set/change-set.mutations';
import { formatNumber } from '@/lib/format-count';
import { ProblemNote } from '../form/ProblemNote';
import { countItems } from './change-words';

/**
 * The progress of a change set that is being applied, with a button that stops it. A merge is
 * applied as a whole.
 */
export function ApplyProgress({ changeSet }: { changeSet: ChangeSet }) {
  const { id, counts, origin } = changeSet;
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
      {origin !== 'merge' && <StopChange id={id} />}
    </div>
  );
}

/** A button that stops a change set that a job prepares or applies. */
export function StopChange({ id }: { id: string }) {
  const canWrite = useCanWrite();
  const cancel = useCancelChangeSet();
  if (!canWrite) return null;
  return (
    <>
      {cancel.error && <ProblemNote error={cancel.error} />}
      <div className="wrap">
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(id)}>
          Stop
        </Button>
      </div>
    </>
  );
}
