import { Button } from '@mantine/core';
import type { ChangeSet } from '@/api/gen/types.gen';
import { useCanWrite, useMember } from '@/auth/member';
import { useCancelChangeSet, usePreviewAgain } from '@/entities/change-set/change-set.mutations';
import { formatCount } from '@/lib/format-count';
import { ProblemNote } from '../form/ProblemNote';
import { Note } from '../Note';
import { ChangePreview } from './ChangePreview';
import { useCanChange } from './use-can-change';

/** A proposal that waits for a decision. Its author can withdraw it. */
export function ProposedChangeNote({ changeSet, isOnPage }: { changeSet: ChangeSet; isOnPage: boolean }) {
  const { id, created_by: author, stale = 0, preview_complete: isComplete } = changeSet;
  const isOwn = useMember().id === author.id;
  const canWrite = useCanWrite();
  const canChange = useCanChange(changeSet);
  const cancel = useCancelChangeSet();
  const again = usePreviewAgain(id);
  return (
    <div className="stack-16">
      <Note tone="info">
        {isOwn ? 'You proposed this change.' : `${author.name || author.email} proposed this change.`} Nothing is
        changed before {isOwn ? 'another' : 'an'} editor or administrator approves it.
      </Note>
      {stale > 0 && (
        <Note tone="warn">
          <div>
            {formatCount(stale, 'source or endpoint was', 'sources or endpoints were')} changed or deleted after this
            was proposed. {canWrite && !isOwn ? 'If you approve now' : 'If it is approved now'},{' '}
            {stale === 1 ? 'this item becomes a conflict' : 'these items become conflicts'}.
          </div>
          {canChange && (
            <Button
              size="compact-sm"
              variant="default"
              loading={again.isPending || !isComplete}
              onClick={() => again.mutate(undefined)}
            >
              Rebase on current values
            </Button>
          )}
        </Note>
      )}
      <ChangePreview changeSet={changeSet} isOnPage={isOnPage} />
      {(cancel.error || again.error) && <ProblemNote error={cancel.error ?? again.error} />}
      {isOwn && canChange && (
        <div className="wrap">
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(id)}>
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
