import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { ChangeSet } from '@/api/gen/types.gen';
import { ApiProblem } from '@/api/problem';
import { useProposes } from '@/auth/member';
import { useApplyChangeSet, usePreviewAgain } from '@/entities/change-set/change-set.mutations';
import { ProblemNote } from '../form/ProblemNote';
import { countItems } from './change-words';
import { confirmationOf, typedNumber } from './confirmation';
import { ConfirmationField } from './ConfirmationField';
import { NeededApprovalNote } from './NeededApprovalNote';
import { SelectionChanged } from './SelectionChanged';
import { useCanChange } from './use-can-change';

interface Props {
  changeSet: ChangeSet;
  onBack?: () => void;
  onClose: () => void;
}

/** Applies a draft. If other sources match meanwhile, it asks again with the difference. */
export function ApplyForm({ changeSet, onBack, onClose }: Props) {
  const { id, counts, preview_complete: isComplete, confirmation, approval } = changeSet;
  const [typed, setTyped] = useState('');
  const canChange = useCanChange(changeSet);
  const isContributor = useProposes();
  const apply = useApplyChangeSet(id);
  const again = usePreviewAgain(id);
  const required = confirmationOf(changeSet);
  const isConfirmed = required === undefined || typedNumber(typed) === required;
  const { error } = apply;
  const isSelectionChanged = error instanceof ApiProblem && error.code === 'selection_changed';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isConfirmed || apply.isPending) return;
    apply.mutate({ expected: counts.total, ...(confirmation !== undefined && { confirm: confirmation }) });
  }
  if (isSelectionChanged) {
    return (
      <SelectionChanged
        problem={error}
        isPending={again.isPending}
        error={again.error}
        onPreview={() => again.mutate(undefined, { onSuccess: () => apply.reset() })}
        onClose={onClose}
      />
    );
  }
  const isEmpty = isComplete && counts.pending === 0;
  const blockedText = isContributor
    ? 'Only its author, editors and administrators can apply this change.'
    : approval
      ? 'Another member must approve this change, so only its author can propose it.'
      : 'Only editors and administrators can apply a change.';
  return (
    <form className="stack-16" onSubmit={submit}>
      {isEmpty && <p>Nothing would change.</p>}
      {canChange && !isEmpty && required !== undefined && (
        <ConfirmationField changeSet={changeSet} required={required} value={typed} onChange={setTyped} />
      )}
      {error && <ProblemNote error={error} />}
      {!canChange && <p className="dimmed">{blockedText}</p>}
      {canChange && approval && !isEmpty && <NeededApprovalNote approval={approval} />}
      <div className="wrap">
        {canChange && !isEmpty && (
          <Button type="submit" loading={apply.isPending} disabled={!isComplete || !isConfirmed}>
            {isComplete
              ? `${approval ? 'Propose change of' : 'Change'} ${countItems(changeSet, counts.pending)}`
              : 'Examining the sources …'}
          </Button>
        )}
        {onBack && (
          <Button variant="default" onClick={onBack} disabled={apply.isPending}>
            Back
          </Button>
        )}
        <Button variant="subtle" onClick={onClose}>
          {isEmpty ? 'Close' : 'Cancel'}
        </Button>
      </div>
    </form>
  );
}
