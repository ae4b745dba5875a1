import { Anchor, Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { describeError } from '@/api/describe-error';
import type { ChangeSet } from '@/api/gen/types.gen';
import { ProposedChange } from '@/api/proposed-change';
import { paths } from '@/lib/paths';
import { Icon } from './Icon';
import classes from './notify.module.css';

const UNDO_MS = 10_000;
const SUCCESS_MS = 4_000;

const closable = { closeButtonProps: { 'aria-label': 'Close message' } };
const success = { ...closable, color: 'teal', icon: <Icon name="check" /> };
const failure = { ...closable, color: 'red', icon: <Icon name="close" /> };

/** Shows a success notification. */
export function notifySuccess(text: string): void {
  notifications.show({ ...success, message: text, autoClose: SUCCESS_MS });
}

/**
 * Shows an error notification, for errors that no element of the page shows. It stays until the
 * user closes it. A change that became a proposal is no error.
 */
export function notifyError(title: string, error: unknown): void {
  if (error instanceof ProposedChange) return notifyProposed(error.changeSet);
  const { heading, text } = describeError(error);
  notifyFailure(title, text || heading);
}

/**
 * Makes a change, and notifies if it fails. Returns whether it was made. The callbacks of mutate()
 * cannot do this, because they are dropped when the component unmounts.
 */
export async function tryOrNotify(title: string, change: () => Promise<void>): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (error) {
    notifyError(title, error);
    return false;
  }
}

/** Says that a change became a proposal, with a link to it. */
export function notifyProposed({ id, title }: Pick<ChangeSet, 'id' | 'title'>): void {
  notifications.show({
    ...closable,
    color: 'blue',
    icon: <Icon name="edit" />,
    title: `Proposed: ${title}`,
    autoClose: UNDO_MS,
    message: (
      <>
        Nothing has changed yet. An editor must approve it.{' '}
        <Anchor component={Link} to={paths.changeSet(id)} inherit underline="always">
          Open the proposal
        </Anchor>
      </>
    ),
  });
}

/** Shows an error notification with details. It stays until the user closes it. */
export function notifyFailure(title: string, message: ReactNode): void {
  notifications.show({ ...failure, title, message, autoClose: false });
}

/**
 * Shows a success notification with an Undo button. Used instead of a confirmation before the
 * action.
 */
export function notifyWithUndo(text: string, undo: () => void): void {
  const id = notifications.show({
    ...success,
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
