import { Button, Group, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeError } from '@/api/describe-error';
import { Note } from './Note';

interface Props {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** The label of the button that confirms. */
  action: string;
  /** Makes the change. The dialog then closes; if it fails, the dialog shows the error. */
  onConfirm: () => Promise<unknown>;
  /** What the change does. */
  children: ReactNode;
}

/** Asks for a confirmation of a change that cannot be undone. */
export function ConfirmModal({ opened, onClose, title, action, onConfirm, children }: Props) {
  const { mutate, error, isPending } = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }} centered>
      <p>{children}</p>
      {error && <Note tone="bad">{describeError(error).text}</Note>}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button color="red" loading={isPending} onClick={() => mutate()}>
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
