import { zodResolver } from '@hookform/resolvers/zod';
import { Button, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type { Endpoint, Source } from '@/api/gen/types.gen';
import { notifyDone } from '@/components/notify';
import { ENDPOINT_INTENT, ENDPOINT_KIND, optionsOf } from '@/lib/labels';
import { ConflictPanel } from '../form/ConflictPanel';
import { LABELS } from '../form/fields';
import { guessKind } from '../form/guess-kind';
import { LanguageField } from '../form/LanguageFields';
import { LeaveGuard } from '../form/LeaveGuard';
import { firstField, wrongFields } from '../form/place-problem';
import { ProblemNote } from '../form/ProblemNote';
import { SelectField } from '../form/SelectField';
import { useSaveKeys } from '../form/use-save-keys';
import {
  EMPTY_ENDPOINT,
  ENDPOINT_FIELDS,
  endpointSchema,
  toEndpointValues,
  type EndpointField,
  type EndpointValues,
} from './endpoint-form';
import classes from './endpoints.module.css';
import { useSaveEndpoint } from './use-save-endpoint';

interface Props {
  source: Source;
  endpoint: Endpoint | null;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}

export function EndpointForm({ source, endpoint, onDirty, onDone }: Props) {
  const form = useForm<EndpointValues>({
    resolver: zodResolver(endpointSchema),
    defaultValues: endpoint ? toEndpointValues(endpoint) : EMPTY_ENDPOINT,
    shouldFocusError: false,
  });
  const { control, register, setValue } = form;
  const { errors, isDirty, dirtyFields } = form.formState;

  function reveal(names: string[]) {
    const first = firstField(names, ENDPOINT_FIELDS);
    if (first) form.setFocus(first as EndpointField);
  }

  const { save, saving, problem, conflict, choose } = useSaveEndpoint({
    sourceId: source.id,
    endpoint,
    form,
    reveal,
    onSaved: (what) => {
      notifyDone(what === 'added' ? 'The endpoint is added.' : 'The endpoint is saved.');
      onDone();
    },
  });

  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const submit = () => void form.handleSubmit(save, (wrong) => reveal(wrongFields(wrong)))();
  useSaveKeys(() => {
    if (!saving) submit();
  });

  // A new one may begin paused; retired is what one becomes.
  const states = optionsOf(ENDPOINT_INTENT).filter(({ value }) => endpoint || value !== 'retired');

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {conflict && <ConflictPanel conflict={conflict} control={control} onChoose={choose} />}
      <TextInput
        label={LABELS.url}
        placeholder="https://…/feed"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        required
        data-autofocus
        error={errors.url?.message}
        {...register('url', {
          onChange: (event: { target: { value: string } }) => {
            // Until the person chooses a kind, the address of a new one does.
            if (!endpoint && !dirtyFields.kind) setValue('kind', guessKind(event.target.value));
          },
        })}
      />
      <SelectField control={control} name="kind" label={LABELS.kind} data={optionsOf(ENDPOINT_KIND)} />
      <LanguageField control={control} name="language" label={LABELS.language} />
      <TextInput
        label={LABELS.name}
        description="What the outlet calls it, such as its section's title."
        autoComplete="off"
        error={errors.name?.message}
        {...register('name')}
      />
      <TextInput label={LABELS.section} autoComplete="off" error={errors.section?.message} {...register('section')} />
      <SelectField control={control} name="intent" label={LABELS.intent} data={states} />
      {problem && <ProblemNote {...problem} here={source.id} />}
      <div className={classes.formButtons}>
        <Button type="submit" loading={saving}>
          {conflict ? 'Save my choice' : endpoint ? 'Save' : 'Add the endpoint'}
        </Button>
      </div>
      <LeaveGuard when={isDirty && !saving} onDiscard={onDone} />
    </form>
  );
}
