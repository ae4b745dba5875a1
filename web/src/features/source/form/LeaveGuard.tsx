import { Button, Group, Modal } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import classes from './LeaveGuard.module.css';

/** Passed to navigate() by a form that has just been saved. */
export const SKIP_LEAVE_GUARD = { saved: true };

interface Props {
  /** There is something to lose. */
  when: boolean;
  onDiscard: () => void;
}

/** Asks before what was typed is left behind: by a link, by Back, or by closing the tab. */
export function LeaveGuard({ when, onDiscard }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when &&
      currentLocation.pathname !== nextLocation.pathname &&
      (nextLocation.state as typeof SKIP_LEAVE_GUARD | null)?.saved !== true,
  );

  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [when]);

  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      closeButtonProps={{ 'aria-label': 'Close' }}
      overlayProps={{ backgroundOpacity: 0.35 }}
      classNames={{ title: classes.title }}
      centered
    >
      <p className={classes.text}>What you changed here has not been saved.</p>
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
