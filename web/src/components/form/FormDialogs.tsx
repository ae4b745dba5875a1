import { Modal, Popover } from '@mantine/core';
import { useState, type ReactElement, type ReactNode } from 'react';
import { CloseGuard, useCloseGuard } from './CloseGuard';

interface ModalProps {
  opened: boolean;
  title: string;
  onClose: () => void;
  /** The dialog shows a secret, which is not shown again: only its buttons close it. */
  hasSecret?: boolean;
  children: (close: () => void) => ReactNode;
}

/** A modal dialog with a form. */
export function FormModal({ opened, title, onClose, hasSecret = false, children }: ModalProps) {
  const guard = useCloseGuard(onClose);
  return (
    <Modal
      opened={opened}
      onClose={guard.requestClose}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={!hasSecret}
      closeOnEscape={!hasSecret}
      centered
    >
      <CloseGuard guard={guard}>{children(guard.close)}</CloseGuard>
    </Modal>
  );
}

interface PopoverProps {
  label: string;
  /** Pixels. */
  width: number;
  /** Returns the button that opens and closes the form. */
  target: (toggle: () => void) => ReactElement;
  children: (close: () => void) => ReactNode;
}

/** A button with a form below it. */
export function FormPopover({ label, width, target, children }: PopoverProps) {
  const [opened, setOpened] = useState(false);
  const guard = useCloseGuard(() => setOpened(false));
  const change = (open: boolean) => (open ? setOpened(true) : guard.requestClose());
  return (
    <Popover opened={opened} onChange={change} position="bottom-end" width={width} trapFocus returnFocus shadow="md">
      <Popover.Target>{target(() => change(!opened))}</Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <CloseGuard guard={guard}>{children(guard.close)}</CloseGuard>
      </Popover.Dropdown>
    </Popover>
  );
}
