import { Button, Drawer } from '@mantine/core';
import { useState } from 'react';
import type { Endpoint, Source } from '@/api/gen/types.gen';
import { Note } from '@/components/Note';
import { useRestoreFocus } from '@/components/use-restore-focus';
import { DeletedBy } from '../DeletedBy';
import { EndpointForm } from './EndpointForm';
import classes from './endpoints.module.css';

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
  const [isDirty, setDirty] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [hasTest, setHasTest] = useState(false);
  // "Keep editing" removes the focused button.
  const content = useRestoreFocus<HTMLDivElement>(isConfirming, 'input');

  const isDeleted = open !== null && open !== 'new' && !source.endpoints.some(({ id }) => id === open.id);

  function close() {
    setDirty(false);
    setHasTest(false);
    setConfirming(false);
    onClose();
  }

  return (
    <Drawer
      opened={open !== null}
      onClose={() => (isDirty ? setConfirming(true) : close())}
      onExitTransitionEnd={onClosed}
      returnFocus={false}
      position="right"
      size={hasTest ? WITH_RESULT_PX : FORM_PX}
      title={open === 'new' ? 'Add an endpoint' : 'Edit the endpoint'}
      overlayProps={{ backgroundOpacity: 0.35 }}
      classNames={{ title: classes.panelTitle }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div ref={content}>
        {isConfirming && (
          <div className={classes.confirmClose} role="alert">
            <span>Your changes are not saved.</span>
            <span className={classes.buttons}>
              <Button size="compact-sm" variant="default" onClick={() => setConfirming(false)} ref={focusOnMount}>
                Keep editing
              </Button>
              <Button size="compact-sm" color="red.9" onClick={close}>
                Discard changes
              </Button>
            </span>
          </div>
        )}
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
            onDirty={setDirty}
            onTested={() => setHasTest(true)}
            onDone={close}
          />
        )}
      </div>
    </Drawer>
  );
}

function focusOnMount(button: HTMLButtonElement | null): void {
  button?.focus();
}
