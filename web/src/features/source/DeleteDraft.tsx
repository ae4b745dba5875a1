import { Button } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import type { Source } from '@/api/gen/types.gen';
import { notifySuccess, notifyError } from '@/components/notify';
import { paths } from '@/lib/paths';
import { SKIP_LEAVE_GUARD } from './form/LeaveGuard';
import { useDeleteSource } from './source.mutations';
import classes from './DeleteDraft.module.css';

/** In place of the actions: deleting cannot be undone, so it is asked for twice, and says what the other way is. */
export function DeleteDraft({ source, onCancel }: { source: Source; onCancel: () => void }) {
  const navigate = useNavigate();
  const remove = useDeleteSource();

  async function confirm() {
    try {
      await remove.mutateAsync(source);
      notifySuccess(`The draft “${source.name}” is deleted.`);
      await navigate(paths.sources, { state: SKIP_LEAVE_GUARD });
    } catch (error) {
      notifyError(`“${source.name}” was not deleted`, error);
      onCancel();
    }
  }

  return (
    <div className={classes.confirm} role="group" aria-label="Delete this draft?">
      <p className={classes.text}>
        <strong>Delete this draft for good?</strong> Its endpoints go with it. A source that was in use is archived
        instead, which keeps its history and can be undone.
      </p>
      <div className={classes.buttons}>
        {/* The button that was pressed is gone; the safe choice takes the focus. */}
        <Button variant="default" onClick={onCancel} disabled={remove.isPending} data-autofocus ref={focusNow}>
          Keep it
        </Button>
        <Button color="red.9" loading={remove.isPending} onClick={() => void confirm()}>
          Delete for good
        </Button>
      </div>
    </div>
  );
}

function focusNow(button: HTMLButtonElement | null): void {
  button?.focus();
}
