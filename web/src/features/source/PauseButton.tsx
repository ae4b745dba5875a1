import { Button, Popover, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { Source } from '@/api/gen/types.gen';
import { ApiProblem } from '@/api/problem';
import { Icon } from '@/components/Icon';
import { notifySuccess } from '@/components/notify';
import { startOfLocalDay, dayAfter } from '@/lib/dates';
import { LIMITS } from '@/components/form/limits';
import { ProblemNote } from '@/components/form/ProblemNote';
import { useUpdateSource } from './source.mutations';
import classes from './SourceHeader.module.css';

/** Opens a form for the optional end and reason of a pause. */
export function PauseButton({ source }: { source: Source }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={300} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<Icon name="pause" />} onClick={() => setOpen(!open)}>
          Pause
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Pause this source">
        <PauseForm source={source} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function PauseForm({ source, onDone }: { source: Source; onDone: () => void }) {
  const update = useUpdateSource();
  const [until, setUntil] = useState('');
  const [reason, setReason] = useState('');
  const { error } = update;
  const untilError =
    error instanceof ApiProblem ? error.errors.find(({ pointer }) => pointer === '/paused_until')?.detail : undefined;

  function pause(event: FormEvent) {
    event.preventDefault();
    const patch = {
      lifecycle: 'paused' as const,
      ...(until && { paused_until: startOfLocalDay(until) }),
      ...(reason.trim() && { pause_reason: reason.trim() }),
    };
    update.mutate(
      { id: source.id, version: source.version, patch },
      {
        onSuccess: () => {
          notifySuccess(`“${source.name}” is paused.`);
          onDone();
        },
      },
    );
  }

  return (
    <form className={classes.pause} onSubmit={pause} noValidate>
      <TextInput
        type="date"
        label="Until"
        description="If empty, the source is paused until a member resumes it."
        min={dayAfter(new Date())}
        value={until}
        onChange={(event) => setUntil(event.target.value)}
        error={untilError}
      />
      <TextInput
        label="Reason"
        autoComplete="off"
        maxLength={LIMITS.pause_reason}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {error && !untilError && <ProblemNote error={error} currentSourceId={source.id} />}
      <Button type="submit" loading={update.isPending}>
        Pause this source
      </Button>
    </form>
  );
}
