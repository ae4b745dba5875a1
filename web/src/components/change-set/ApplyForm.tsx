import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { ChangeSet } from '@/api/gen/types.gen';
import { ApiProblem } from '@/api/problem';
import { useCanPropose, useProposes } from '@/auth/member';
import { useApplyChangeSet, usePreviewAgain } from '@/entities/change-set/change-set.mutations';
import { ProblemNote } from '../form/ProblemNote';
import { countItems } from './change-words';
import { confirmationOf, typedNumber } from './confirmation';
import { SelectionChanged } from './SelectionChanged';

interface Props {
  changeSet: ChangeSet;
  onBack?: () => void;
  onClose: () => void;
}

/** Applies a draft. If other sources match meanwhile, it asks again with the difference. */
export function ApplyForm({ changeSet, onBack, onClose }: Props) {
  const { id, counts, preview_complete: isComplete, confirmation } = changeSet;
  const [typed, setTyped] = useState('');
  const canPropose = useCanPropose();
  const proposes = useProposes();
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
  return (
    <form className="stack-16" onSubmit={submit}>
      {isEmpty && <p>Nothing can be changed.</p>}
      {!isEmpty && required !== undefined && (
        <TextInput
          label={`Type ${required} to confirm`}
          description={`This concerns ${countItems(changeSet, required)}.`}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {error && <ProblemNote error={error} />}
      {!canPropose && <p className="dimmed">Only editors and administrators can apply a change.</p>}
      {proposes && !isEmpty && <p className="dimmed">This is a proposal: an editor decides on it.</p>}
      <div className="wrap">
        {canPropose && !isEmpty && (
          <Button type="submit" loading={apply.isPending} disabled={!isComplete || !isConfirmed}>
            {isComplete
              ? `${proposes ? 'Propose to change' : 'Change'} ${countItems(changeSet, counts.pending)}`
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
