import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { LiveList } from '@/api/gen/types.gen';
import { ConfirmModal } from '@/components/ConfirmModal';
import { FormModal } from '@/components/form/FormDialogs';
import { Icon } from '@/components/Icon';
import { notifyError, notifySuccess } from '@/components/notify';
import {
  liveListReadsQuery,
  useDeleteLiveList,
  useReadLiveList,
  useSaveLiveList,
} from '@/entities/live-list/live-list.queries';
import { paths } from '@/lib/paths';
import { LiveListForm } from './LiveListForm';

/** Reads, edits, pauses and deletes a live list. */
export function LiveListActions({ list }: { list: LiveList }) {
  const [dialog, setDialog] = useState<'edit' | 'delete' | 'accept' | null>(null);
  const { data: [last] = [] } = useQuery(liveListReadsQuery(list.id));
  const read = useReadLiveList(list.id);
  const save = useSaveLiveList();
  const remove = useDeleteLiveList();
  const navigate = useNavigate();
  const close = () => setDialog(null);

  function readNow() {
    read.mutate(false, {
      onSuccess: ({ failure }) => !failure && notifySuccess('The list was read.'),
      onError: (error) => notifyError('The list was not read', error),
    });
  }
  function togglePause() {
    const { name, url, interval_hours } = list;
    save.mutate(
      { list, body: { name, url, interval_hours, paused: !list.paused, keep_credentials: true } },
      {
        onSuccess: ({ paused }) => notifySuccess(paused ? 'The list is paused.' : 'The list is read again.'),
        onError: (error) => notifyError('The list was not changed', error),
      },
    );
  }
  return (
    <>
      {list.change_set_id && (
        <Button component={Link} to={paths.changeSet(list.change_set_id)} variant="default">
          Open last proposal
        </Button>
      )}
      <Button leftSection={<Icon name="refresh" />} loading={read.isPending} onClick={readNow}>
        Read now
      </Button>
      {list.failure && last?.result === 'refused' && (
        <Button variant="default" onClick={() => setDialog('accept')}>
          Accept this version
        </Button>
      )}
      <Button variant="default" onClick={() => setDialog('edit')}>
        Edit
      </Button>
      <Button variant="default" loading={save.isPending} onClick={togglePause}>
        {list.paused ? 'Resume' : 'Pause'}
      </Button>
      <Button variant="default" leftSection={<Icon name="trash" />} onClick={() => setDialog('delete')}>
        Delete
      </Button>
      <FormModal opened={dialog === 'edit'} onClose={close} title="Edit the live list">
        {(closeForm) => (
          <LiveListForm
            list={list}
            onSaved={(saved) => {
              notifySuccess(`“${saved.name}” is saved.`);
              closeForm();
            }}
          />
        )}
      </FormModal>
      <ConfirmModal
        opened={dialog === 'accept'}
        onClose={close}
        title="Accept this version?"
        action="Read and propose"
        onConfirm={() => read.mutateAsync(true)}
      >
        The list is read again, and its differences from the register are proposed, although it has lost many sources or
        is much longer than before.
      </ConfirmModal>
      <ConfirmModal
        opened={dialog === 'delete'}
        onClose={close}
        title={`Delete “${list.name}”?`}
        action="Delete live list"
        onConfirm={async () => {
          await remove.mutateAsync(list);
          void navigate(paths.liveLists);
        }}
      >
        The list is no longer read, and its readings are deleted. The sources that it added are kept.
      </ConfirmModal>
    </>
  );
}
