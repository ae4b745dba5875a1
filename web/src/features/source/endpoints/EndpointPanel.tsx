import { Button, Drawer } from '@mantine/core';
import { useState } from 'react';
import type { Endpoint, Source } from '@/api/gen/types.gen';
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
  const [dirty, setDirty] = useState(false);
  const [asking, setAsking] = useState(false);
  const [tested, setTested] = useState(false);

  function close() {
    setDirty(false);
    setTested(false);
    setAsking(false);
    onClose();
  }

  return (
    <Drawer
      opened={open !== null}
      onClose={() => (dirty ? setAsking(true) : close())}
      onExitTransitionEnd={onClosed}
      returnFocus={false}
      position="right"
      size={tested ? WITH_RESULT_PX : FORM_PX}
      title={open === 'new' ? 'Add an endpoint' : 'Edit the endpoint'}
      overlayProps={{ backgroundOpacity: 0.35 }}
      classNames={{ title: classes.panelTitle }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {asking && (
        <div className={classes.asking} role="alert">
          <span>Your changes are not saved.</span>
          <span className={classes.buttons}>
            <Button size="compact-sm" variant="default" onClick={() => setAsking(false)} ref={focusNow}>
              Keep editing
            </Button>
            <Button size="compact-sm" color="red.9" onClick={close}>
              Discard changes
            </Button>
          </span>
        </div>
      )}
      {open && (
        <EndpointForm
          key={open === 'new' ? 'new' : open.id}
          source={source}
          endpoint={open === 'new' ? null : open}
          onDirty={setDirty}
          onTested={() => setTested(true)}
          onDone={close}
        />
      )}
    </Drawer>
  );
}

function focusNow(button: HTMLButtonElement | null): void {
  button?.focus();
}
