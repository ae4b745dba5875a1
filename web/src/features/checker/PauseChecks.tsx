import { Button, Popover, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { describeError } from '@/api/describe-error';
import { pauseChecks, resumeChecks } from '@/api/gen/sdk.gen';
import type { CheckStatus } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';
import { Icon } from '@/components/Icon';
import { Note } from '@/components/Note';
import { notifyError, notifySuccess } from '@/components/notify';
import classes from './ChecksPage.module.css';

/** The limit of the API. */
const MAX_REASON = 500;

/** Pauses or resumes all checks. */
export function PauseChecks({ status }: { status: CheckStatus }) {
  const [isOpen, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const setStatus = (changed: CheckStatus) => queryClient.setQueryData(queryKeys.checkStatus, changed);
  const resume = useMutation({ mutationFn: async () => (await resumeChecks()).data, onSuccess: setStatus });

  async function resumeNow() {
    try {
      await resume.mutateAsync();
      notifySuccess('The checks are resumed.');
    } catch (error) {
      notifyError('The checks are still paused', error);
    }
  }

  if (status.paused) {
    return (
      <Button leftSection={<Icon name="play" />} loading={resume.isPending} onClick={() => void resumeNow()}>
        Resume all checks
      </Button>
    );
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<Icon name="pause" />} onClick={() => setOpen(!isOpen)}>
          Pause all checks
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Pause all checks">
        <PauseForm
          onPaused={(changed) => {
            setOpen(false);
            setStatus(changed);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function PauseForm({ onPaused }: { onPaused: (status: CheckStatus) => void }) {
  const [reason, setReason] = useState('');
  const pause = useMutation({
    mutationFn: async () => (await pauseChecks({ body: { reason: reason.trim() } })).data,
    onSuccess: onPaused,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    pause.mutate();
  }

  return (
    <form className={classes.pause} onSubmit={submit} noValidate>
      <p>No source is checked until an administrator resumes the checks. Running checks are completed.</p>
      <TextInput
        label="Reason"
        description="Shown to all members."
        autoComplete="off"
        maxLength={MAX_REASON}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {pause.error && <Note tone="bad">{describeError(pause.error).text || describeError(pause.error).heading}</Note>}
      <Button type="submit" loading={pause.isPending}>
        Pause all checks
      </Button>
    </form>
  );
}
