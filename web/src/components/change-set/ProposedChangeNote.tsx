import { Button } from '@mantine/core';
import type { ChangeSet } from '@/api/gen/types.gen';
import { useMember } from '@/auth/member';
import { useCancelChangeSet, usePreviewAgain } from '@/entities/change-set/change-set.mutations';
import { formatNumber } from '@/lib/format-count';
import { ProblemNote } from '../form/ProblemNote';
import { Note } from '../Note';
import { ChangePreview } from './ChangePreview';
import { useCanChange } from './use-can-change';

/** A proposal that waits for a decision. Its author can withdraw it. */
export function ProposedChangeNote({ changeSet, isOnPage }: { changeSet: ChangeSet; isOnPage: boolean }) {
  const { id, created_by: author, stale = 0, preview_complete: isComplete } = changeSet;
  const isOwn = useMember().id === author.id;
  const canChange = useCanChange(changeSet);
  const cancel = useCancelChangeSet(id);
  const again = usePreviewAgain(id);
  return (
    <div className="stack-16">
      <Note tone="info">
        {isOwn ? 'You proposed this change.' : `${author.name || author.email} proposed this change.`} Nothing is
        changed before an editor approves it.
      </Note>
      {stale > 0 && (
        <Note tone="warn">
          <div>
            {formatNumber(stale)} {stale === 1 ? 'item was' : 'items were'} changed or deleted since, and{' '}
            {stale === 1 ? 'becomes a conflict' : 'become conflicts'} if approved. The list below shows what{' '}
            {stale === 1 ? 'it becomes' : 'they become'} on the present values.
          </div>
          {canChange && (
            <Button
              size="compact-sm"
              variant="default"
              loading={again.isPending || !isComplete}
              onClick={() => again.mutate(undefined)}
            >
              Base on the present values
            </Button>
          )}
        </Note>
      )}
      <ChangePreview changeSet={changeSet} isOnPage={isOnPage} />
      {(cancel.error || again.error) && <ProblemNote error={cancel.error ?? again.error} />}
      {isOwn && canChange && (
        <div className="wrap">
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
            Withdraw
          </Button>
        </div>
      )}
    </div>
  );
}

/** Who decided on a proposal, and the reason; nothing for other change sets. */
export function Answer({ changeSet }: { changeSet: ChangeSet }) {
  const { decided_by: by, answer, state } = changeSet;
  if (!by) return null;
  return (
    <Note tone={state === 'rejected' ? 'warn' : 'info'}>
      {state === 'rejected' ? 'Rejected' : 'Approved'} by {by.name || by.email}
      {answer ? `: “${answer}”` : '.'}
      {state === 'rejected' && ' Nothing was changed.'}
    </Note>
  );
}
