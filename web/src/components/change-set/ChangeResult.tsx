import { Button } from '@mantine/core';
import type { ChangeSet } from '@/api/gen/types.gen';
import { useCanPropose } from '@/auth/member';
import { useMakeDraft } from '@/entities/change-set/change-set.mutations';
import { canUndo } from '@/entities/change-set/change-set.queries';
import { ProblemNote } from '../form/ProblemNote';
import { Icon } from '../Icon';
import { Note } from '../Note';
import { resultText } from './change-words';
import { Reasons } from './ChangePreview';

interface Props {
  changeSet: ChangeSet;
  /** Shows the preview of the undo. */
  onUndo: (draft: ChangeSet) => void;
  /** Closes the panel; undefined on the page of the change set. */
  onClose: (() => void) | undefined;
}

/** The result of a change set, with Undo. */
export function ChangeResult({ changeSet, onUndo, onClose }: Props) {
  const canPropose = useCanPropose();
  const undo = useMakeDraft();
  return (
    <div className="stack-16">
      <Note tone={changeSet.state !== 'applied' ? 'warn' : changeSet.counts.changed > 0 ? 'ok' : 'info'}>
        {resultText(changeSet)}
        {changeSet.stopped && <p className="breakable">{changeSet.stopped}</p>}
        <Reasons changeSet={changeSet} />
      </Note>
      {undo.error && <ProblemNote error={undo.error} />}
      <div className="wrap">
        {canPropose && canUndo(changeSet) && (
          <Button
            variant="default"
            leftSection={<Icon name="restore" />}
            loading={undo.isPending}
            onClick={() => undo.mutate({ type: 'undo', id: changeSet.id }, { onSuccess: onUndo })}
          >
            Undo
          </Button>
        )}
        {onClose && <Button onClick={onClose}>Done</Button>}
      </div>
    </div>
  );
}
