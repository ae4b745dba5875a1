import { Drawer } from '@mantine/core';
import { useState } from 'react';
import type { ChangeSet } from '@/api/gen/types.gen';
import { ChangeSetReview } from '@/components/change-set/ChangeSetReview';
import { CloseGuard, useCloseGuard } from '@/components/form/CloseGuard';
import { formatCount } from '@/lib/format-count';
import { EMPTY_BULK, type BulkValues } from './bulk-values';
import classes from './bulk.module.css';
import { BulkForm } from './BulkForm';
import type { ChangeKind } from './change-kinds';
import type { Target } from './target';

interface Props {
  kind: ChangeKind;
  target: Target;
  /** `isApplied`: the selected sources were changed. */
  onClose: (isApplied: boolean) => void;
}

/** A panel beside the list: the form of a change, its preview, its progress and its result. */
export default function BulkPanel({ kind, target, onClose }: Props) {
  const [values, setValues] = useState<BulkValues>({ ...EMPTY_BULK, kinds: [kind] });
  const [shown, setShown] = useState<Pick<ChangeSet, 'id' | 'origin'>>();
  const [isOpen, setOpen] = useState(true);
  const guard = useCloseGuard(() => setOpen(false));
  return (
    <Drawer
      opened={isOpen}
      onClose={guard.requestClose}
      onExitTransitionEnd={() => onClose(shown !== undefined)}
      position="right"
      size={520}
      title={`Change ${targetText(target)}`}
      overlayProps={{ backgroundOpacity: 0.35 }}
      classNames={{ title: classes.title }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <CloseGuard guard={guard}>
        {shown ? (
          <ChangeSetReview
            key={shown.id}
            id={shown.id}
            onBack={shown.origin === 'undo' ? undefined : () => setShown(undefined)}
            onReplace={setShown}
            onClose={guard.close}
          />
        ) : (
          <BulkForm
            target={target}
            initial={values}
            onPreview={(draft, entered) => {
              setValues(entered);
              setShown(draft);
            }}
            onCancel={guard.close}
          />
        )}
      </CloseGuard>
    </Drawer>
  );
}

function targetText(target: Target): string {
  if ('ids' in target) return formatCount(target.ids.length, 'source');
  return target.expected === undefined ? 'all sources that match' : formatCount(target.expected, 'source');
}
