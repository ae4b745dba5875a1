import { Button, Group, Modal } from '@mantine/core';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import classes from './LeaveGuard.module.css';

/** Navigation state that skips the guard, for a form that has just been saved. */
export const SKIP_LEAVE_GUARD = { saved: true };

interface Props {
  /** Whether there are unsaved changes. */
  when: boolean;
  onDiscard: () => void;
}

/** Asks for confirmation before a link, Back or closing the tab discards unsaved changes. */
export function LeaveGuard({ when, onDiscard }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when &&
      currentLocation.pathname !== nextLocation.pathname &&
      (nextLocation.state as typeof SKIP_LEAVE_GUARD | null)?.saved !== true,
  );

  useBeforeUnload((event) => {
    if (when) event.preventDefault();
  });

  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      closeButtonProps={{ 'aria-label': 'Close' }}
      overlayProps={{ backgroundOpacity: 0.35 }}
      classNames={{ title: 'heading' }}
      centered
    >
      <p className={classes.text}>Your changes on this page are not saved.</p>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => blocker.reset?.()} data-autofocus>
          Keep editing
        </Button>
        <Button
          color="red.9"
          onClick={() => {
            onDiscard();
            blocker.proceed?.();
          }}
        >
          Discard and leave
        </Button>
      </Group>
    </Modal>
  );
}
