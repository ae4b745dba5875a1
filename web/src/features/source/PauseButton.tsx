import { Button } from '@mantine/core';
import { useForm } from 'react-hook-form';
import type { Source } from '@/api/gen/types.gen';
import { Field } from '@/components/form/Field';
import { FormPopover } from '@/components/form/FormDialogs';
import { LIMITS } from '@/components/form/limits';
import { ProblemNote } from '@/components/form/ProblemNote';
import { useSave } from '@/components/form/use-save';
import { Icon } from '@/components/Icon';
import { notifySuccess } from '@/components/notify';
import { useUpdateSource } from '@/entities/source/source.mutations';
import { startOfLocalDay, dayAfter } from '@/lib/dates';

/** Opens a form for the optional end and reason of a pause. */
export function PauseButton({ source }: { source: Source }) {
  return (
    <FormPopover
      label="Pause this source"
      width={300}
      target={(toggle) => (
        <Button variant="default" leftSection={<Icon name="pause" />} onClick={toggle}>
          Pause
        </Button>
      )}
    >
      {(close) => <PauseForm source={source} onDone={close} />}
    </FormPopover>
  );
}

function PauseForm({ source: { id, name, version }, onDone }: { source: Source; onDone: () => void }) {
  const update = useUpdateSource();
  const form = useForm({ defaultValues: { paused_until: '', pause_reason: '' } });
  const { formProps, saving, problem } = useSave(form, {
    fields: ['paused_until', 'pause_reason'],
    send: ({ paused_until: until, pause_reason }) => {
      const reason = pause_reason.trim();
      const details = {
        ...(until && { paused_until: startOfLocalDay(until) }),
        ...(reason && { pause_reason: reason }),
      };
      return update.mutateAsync({ id, version, patch: { lifecycle: 'paused', ...details } });
    },
    onSaved: () => {
      notifySuccess(`“${name}” is paused.`);
      onDone();
    },
    onProposed: onDone,
  });
  return (
    <form className="stack-12" {...formProps}>
      <Field
        control={form.control}
        name="paused_until"
        label="Until"
        type="date"
        description="If empty, the source is paused until a member resumes it."
        min={dayAfter(new Date())}
      />
      <Field control={form.control} name="pause_reason" label="Reason" maxLength={LIMITS.pause_reason} />
      {problem && <ProblemNote {...problem} currentSourceId={id} />}
      <Button type="submit" loading={saving}>
        Pause this source
      </Button>
    </form>
  );
}
