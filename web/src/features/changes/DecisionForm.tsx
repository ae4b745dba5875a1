import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ChangeSet } from '@/api/gen/types.gen';
import { countItems } from '@/components/change-set/change-words';
import { confirmationOf, typedNumber } from '@/components/change-set/confirmation';
import { ConfirmationField } from '@/components/change-set/ConfirmationField';
import { ProblemNote } from '@/components/form/ProblemNote';
import { useApproveChangeSet, useRejectChangeSet } from '@/entities/change-set/change-set.mutations';
import { formatNumber } from '@/lib/format-count';
import classes from './changes.module.css';

interface Props {
  changeSet: ChangeSet;
  /** The numbers of the selected items; if empty, the decision is about all. */
  selected: ReadonlySet<number>;
}

/** Approves a proposal, or the selected items, or rejects it with a reason. */
export function DecisionForm({ changeSet, selected }: Props) {
  const { id, counts, generation, confirmation, preview_complete: isComplete } = changeSet;
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [typed, setTyped] = useState('');
  const approve = useApproveChangeSet(id);
  const reject = useRejectChangeSet(id);
  const isPending = approve.isPending || reject.isPending;
  const text = reason.trim();
  const hasSelected = selected.size > 0;
  const isPart = hasSelected && selected.size < counts.pending;
  const required = confirmationOf(changeSet, hasSelected ? selected.size : counts.pending);
  const isConfirmed = required === undefined || typedNumber(typed) === required;

  function submit(needsReason: boolean, send: () => void) {
    setMissing(needsReason && !text);
    if ((needsReason && !text) || isPending) return;
    send();
  }
  return (
    <section aria-label="Decision" className={`stack-16 ${classes.decision}`}>
      <Textarea
        label="Reason"
        description="The author reads it. Required to reject the proposal or a part of it."
        maxLength={500}
        autosize
        minRows={2}
        value={reason}
        error={isMissing && !text && 'Enter a reason.'}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {counts.pending > 0 && required !== undefined && (
        <ConfirmationField changeSet={changeSet} required={required} value={typed} onChange={setTyped} />
      )}
      {(approve.error || reject.error) && <ProblemNote error={approve.error ?? reject.error} />}
      <div className="wrap">
        <Button
          loading={approve.isPending}
          disabled={!isComplete || counts.pending === 0 || !isConfirmed || reject.isPending}
          onClick={() =>
            submit(isPart, () =>
              approve.mutate({
                generation,
                expected: counts.total,
                ...(hasSelected && { items: [...selected] }),
                ...(text && { reason: text }),
                ...(confirmation !== undefined && { confirm: confirmation }),
              }),
            )
          }
        >
          {isPart
            ? `Approve ${formatNumber(selected.size)} selected, reject the others`
            : `Approve ${countItems(changeSet, counts.pending)}`}
        </Button>
        <Button
          variant="default"
          loading={reject.isPending}
          disabled={approve.isPending}
          onClick={() => submit(true, () => reject.mutate({ reason: text }))}
        >
          Reject
        </Button>
      </div>
    </section>
  );
}
