import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useRestoreFocus } from '../use-restore-focus';
import classes from './CloseGuard.module.css';
import { DirtyContext } from './dirty-context';

/**
 * Returns the state of a dialog with a form, which closes without a question only if it has no
 * unsaved changes.
 */
export function useCloseGuard(onClose: () => void) {
  const [isDirty, setDirty] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  function close() {
    setConfirming(false);
    onClose();
  }
  return {
    isDirty,
    setDirty,
    isConfirming,
    setConfirming,
    close,
    requestClose: () => (isDirty ? setConfirming(true) : close()),
  };
}

interface Props {
  guard: ReturnType<typeof useCloseGuard>;
  children: ReactNode;
}

/**
 * The content of a dialog with a form: asks for confirmation before unsaved changes are discarded.
 */
export function CloseGuard({ guard: { setDirty, isConfirming, setConfirming, close }, children }: Props) {
  // "Keep editing" removes the focused button.
  const content = useRestoreFocus<HTMLDivElement>(isConfirming, 'input');
  return (
    <DirtyContext value={setDirty}>
      <div ref={content}>
        {isConfirming && (
          <div className={`wrap ${classes.question}`} role="alert">
            <span>Your changes are not saved.</span>
            <span className="wrap">
              <Button size="compact-sm" variant="default" onClick={() => setConfirming(false)} ref={focusOnMount}>
                Keep editing
              </Button>
              <Button size="compact-sm" color="red.9" onClick={close}>
                Discard changes
              </Button>
            </span>
          </div>
        )}
        {children}
      </div>
    </DirtyContext>
  );
}

function focusOnMount(button: HTMLButtonElement | null): void {
  button?.focus();
}
