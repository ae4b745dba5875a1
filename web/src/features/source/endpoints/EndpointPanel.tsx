import { Drawer } from '@mantine/core';
import { useState } from 'react';
import type { Endpoint, Source } from '@/api/gen/types.gen';
import { CloseGuard, useCloseGuard } from '@/components/form/CloseGuard';
import { Note } from '@/components/Note';
import { DeletedBy } from '../DeletedBy';
import { EndpointForm } from './EndpointForm';

/** Widths of the panel: the form alone, and the form with a test result. */
const FORM_PX = 440;
const WITH_RESULT_PX = 1105;

interface Props {
  source: Source;
  /** The endpoint to edit; 'new' adds one; null closes the panel. */
  open: Endpoint | 'new' | null;
  onClose: () => void;
  /** Called after the closing animation, to restore the focus. */
  onClosed: () => void;
}

/** Edits an endpoint in a drawer next to the page. */
export function EndpointPanel({ source, open, onClose, onClosed }: Props) {
  const [hasTest, setHasTest] = useState(false);
  const guard = useCloseGuard(() => {
    setHasTest(false);
    onClose();
  });
  const isDeleted = open !== null && open !== 'new' && !source.endpoints.some(({ id }) => id === open.id);

  return (
    <Drawer
      opened={open !== null}
      onClose={guard.requestClose}
      onExitTransitionEnd={onClosed}
      returnFocus={false}
      position="right"
      size={hasTest ? WITH_RESULT_PX : FORM_PX}
      title={open === 'new' ? 'Add an endpoint' : 'Edit the endpoint'}
      overlayProps={{ backgroundOpacity: 0.35 }}
      classNames={{ title: 'heading' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <CloseGuard guard={guard}>
        <div className="stack-16">
          {isDeleted && (
            <Note tone="warn">
              <DeletedBy sourceId={source.id} endpointId={open.id} what="this endpoint" /> What you entered is kept: add
              it again as a new endpoint, or close this panel.
            </Note>
          )}
          {open && (
            <EndpointForm
              key={open === 'new' ? 'new' : open.id}
              source={source}
              endpoint={open === 'new' ? null : open}
              isDeleted={isDeleted}
              onTested={() => setHasTest(true)}
              onDone={guard.close}
            />
          )}
        </div>
      </CloseGuard>
    </Drawer>
  );
}
