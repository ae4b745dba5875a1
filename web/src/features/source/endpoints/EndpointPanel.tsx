import { Button, Drawer } from '@mantine/core';
import { useState } from 'react';
import type { Endpoint, Source } from '@/api/gen/types.gen';
import { EndpointForm } from './EndpointForm';
import classes from './endpoints.module.css';

/** A form, and a form with a test's result beside it. */
const FORM_PX = 440;
const WITH_RESULT_PX = 1105;

interface Props {
  source: Source;
  /** What is edited; 'new' adds one; null shows no panel. */
  open: Endpoint | 'new' | null;
  onClose: () => void;
  /** After the panel has gone: whoever opened it gives the focus a place. */
  onClosed: () => void;
}

/** Beside the page, so that the other endpoints stay in sight. */
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
          <span>What you typed has not been saved.</span>
          <span className={classes.buttons}>
            <Button size="compact-sm" variant="default" onClick={() => setAsking(false)} ref={focusNow}>
              Keep editing
            </Button>
            <Button size="compact-sm" color="red.9" onClick={close}>
              Discard it
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
