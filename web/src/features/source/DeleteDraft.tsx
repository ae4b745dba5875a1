import { Button } from '@mantine/core';
import type { Ref } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Source } from '@/api/gen/types.gen';
import { SKIP_LEAVE_GUARD } from '@/components/form/LeaveGuard';
import { notifySuccess, tryOrNotify } from '@/components/notify';
import { useDeleteSource } from '@/entities/source/source.mutations';
import { paths } from '@/lib/paths';
import classes from './DeleteDraft.module.css';

interface Props {
  source: Source;
  onCancel: () => void;
  ref: Ref<HTMLDivElement>;
}

/** Asks for confirmation in place of the actions, because deleting cannot be undone. */
export function DeleteDraft({ source, onCancel, ref }: Props) {
  const navigate = useNavigate();
  const remove = useDeleteSource();

  async function confirm() {
    const isDeleted = await tryOrNotify(`“${source.name}” was not deleted`, async () => {
      await remove.mutateAsync(source);
      notifySuccess(`The draft “${source.name}” is deleted.`);
      await navigate(paths.sources, { state: SKIP_LEAVE_GUARD });
    });
    if (!isDeleted) onCancel();
  }

  return (
    <div className={`card wrap ${classes.confirm}`} ref={ref} role="group" aria-label="Delete this draft?">
      <p className={classes.text}>
        <strong>Delete this draft permanently?</strong> Its endpoints are also deleted. To keep its history, archive the
        source instead; archiving can be undone.
      </p>
      <div className="row">
        <Button variant="default" onClick={onCancel} disabled={remove.isPending}>
          Keep draft
        </Button>
        <Button color="red.9" loading={remove.isPending} onClick={() => void confirm()}>
          Delete permanently
        </Button>
      </div>
    </div>
  );
}
