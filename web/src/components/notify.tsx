import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { describeError } from '@/api/describe-error';
import { Icon } from './Icon';
import classes from './notify.module.css';

/** Long enough to read and to change one's mind. */
const UNDO_MS = 10_000;
const DONE_MS = 4_000;

const close = { closeButtonProps: { 'aria-label': 'Close this message' } };
const done = { ...close, color: 'teal', icon: <Icon name="check" /> };
const failed = { ...close, color: 'red', icon: <Icon name="close" /> };

/** Says that something was done. */
export function notifySuccess(text: string): void {
  notifications.show({ ...done, message: text, autoClose: DONE_MS });
}

/** Says that something failed which has no place of its own on the page. Stays until it is closed. */
export function notifyError(title: string, error: unknown): void {
  const { heading, text } = describeError(error);
  notifications.show({ ...failed, title, message: text || heading, autoClose: false });
}

/** Says that something was done, with the way back; instead of asking beforehand. */
export function notifyWithUndo(text: string, undo: () => void): void {
  const id = notifications.show({
    ...done,
    autoClose: UNDO_MS,
    message: (
      <span className={classes.undo}>
        {text}
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<Icon name="restore" size={14} />}
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Button>
      </span>
    ),
  });
}
