import { Button } from '@mantine/core';
import { useForm } from 'react-hook-form';
import type { CheckStatus } from '@/api/gen/types.gen';
import { Field } from '@/components/form/Field';
import { FormPopover } from '@/components/form/FormDialogs';
import { ProblemNote } from '@/components/form/ProblemNote';
import { useSave } from '@/components/form/use-save';
import { Icon } from '@/components/Icon';
import { notifySuccess, tryOrNotify } from '@/components/notify';
import { usePauseChecks, useResumeChecks } from '@/entities/check/check-status.mutations';

/** The limit of the API. */
const MAX_REASON = 500;

/** Pauses or resumes all checks. */
export function PauseChecks({ status }: { status: CheckStatus }) {
  const resume = useResumeChecks();

  const resumeNow = () =>
    tryOrNotify('The checks are still paused', async () => {
      await resume.mutateAsync();
      notifySuccess('The checks are resumed.');
    });

  if (status.paused) {
    return (
      <Button leftSection={<Icon name="play" />} loading={resume.isPending} onClick={() => void resumeNow()}>
        Resume all checks
      </Button>
    );
  }
  return (
    <FormPopover
      label="Pause all checks"
      width={320}
      target={(toggle) => (
        <Button variant="default" leftSection={<Icon name="pause" />} onClick={toggle}>
          Pause all checks
        </Button>
      )}
    >
      {(close) => <PauseForm onPaused={close} />}
    </FormPopover>
  );
}

function PauseForm({ onPaused }: { onPaused: () => void }) {
  const pause = usePauseChecks();
  const form = useForm({ defaultValues: { reason: '' } });
  const { formProps, saving, problem } = useSave(form, {
    fields: ['reason'],
    send: ({ reason }) => pause.mutateAsync(reason.trim()),
    onSaved: onPaused,
  });
  return (
    <form className="stack-12" {...formProps}>
      <p>No source is checked until an administrator resumes the checks. Running checks are completed.</p>
      <Field control={form.control} name="reason" description="Shown to all members." maxLength={MAX_REASON} />
      {problem && <ProblemNote {...problem} />}
      <Button type="submit" loading={saving}>
        Pause all checks
      </Button>
    </form>
  );
}
