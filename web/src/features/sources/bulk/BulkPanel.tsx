import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeSet } from '@/api/gen/types.gen';
import { ChangeSetReview } from '@/components/change-set/ChangeSetReview';
import { CloseGuard, type useCloseGuard } from '@/components/form/CloseGuard';
import { LeaveGuard } from '@/components/form/LeaveGuard';
import { SidePanel } from '@/components/SidePanel';
import { useDiscardIncompleteDraft } from '@/entities/change-set/change-set.mutations';
import { changeSetQuery } from '@/entities/change-set/change-set.queries';
import { formatCount } from '@/lib/format-count';
import { EMPTY_BULK, type BulkValues } from './bulk-values';
import { BulkForm } from './BulkForm';
import type { ChangeKind } from './change-kinds';
import type { Target } from './target';

interface Props {
  /** The change that the form has at first; undefined: the member chooses. */
  kind: ChangeKind | undefined;
  target: Target;
  /** Asks before entered values are discarded. */
  guard: ReturnType<typeof useCloseGuard>;
  /** `isSubmitted`: the draft was applied or proposed, or has ended. */
  onClose: (isSubmitted: boolean) => void;
  onDiscard: () => void;
}

/** A panel beside the list: the form of a change, its preview, its progress and its result. */
export default function BulkPanel({ kind, target, guard, onClose, onDiscard }: Props) {
  const [values, setValues] = useState<BulkValues>({ ...EMPTY_BULK, kinds: kind ? [kind] : [] });
  const [shown, setShown] = useState<Pick<ChangeSet, 'id' | 'origin'>>();
  const queryClient = useQueryClient();
  useDiscardIncompleteDraft(shown?.id);

  function close() {
    const changeSet = shown && queryClient.getQueryData(changeSetQuery(shown.id).queryKey);
    onClose(changeSet !== undefined && changeSet.state !== 'draft');
  }
  return (
    <SidePanel title={`Change ${targetText(target)}`} contentKey={shown?.id} onClose={close}>
      <CloseGuard guard={guard}>
        <LeaveGuard when={guard.isDirty} onDiscard={onDiscard} />
        {shown ? (
          <ChangeSetReview
            key={shown.id}
            id={shown.id}
            onBack={shown.origin === 'undo' ? undefined : () => setShown(undefined)}
            onReplace={setShown}
            onClose={close}
          />
        ) : (
          <BulkForm
            target={target}
            initial={values}
            onPreview={(draft, entered) => {
              setValues(entered);
              setShown(draft);
            }}
            onCancel={onDiscard}
          />
        )}
      </CloseGuard>
    </SidePanel>
  );
}

function targetText(target: Target): string {
  if ('ids' in target) return formatCount(target.ids.length, 'source');
  return target.expected === undefined ? 'all sources that match' : formatCount(target.expected, 'source');
}
