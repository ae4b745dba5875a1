import { zodResolver } from '@hookform/resolvers/zod';
import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Endpoint, EndpointKind, Source } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { notifySuccess } from '@/components/notify';
import { ENDPOINT_INTENT, ENDPOINT_KIND, selectOptions } from '@/lib/labels';
import { ConflictPanel } from '../form/ConflictPanel';
import { FIELD_LABELS } from '../form/field-labels';
import { LanguageField } from '../form/LanguageFields';
import { LeaveGuard } from '../form/LeaveGuard';
import { firstField, applyFieldErrors, invalidFields } from '../form/field-errors';
import { ProblemNote } from '../form/ProblemNote';
import { SelectField } from '../form/SelectField';
import { useSaveHotkeys } from '../form/use-save-hotkeys';
import { AddressField } from './AddressField';
import {
  EMPTY_ENDPOINT,
  ENDPOINT_FIELDS,
  HIDDEN_FIELDS,
  endpointSchema,
  hasHidden,
  buildPreviewRequest,
  toEndpointValues,
  type EndpointField,
  type EndpointValues,
} from './endpoint-form';
import classes from './endpoints.module.css';
import { ReadingFields } from './ReadingFields';
import { UnsavedTestResult } from './UnsavedTestResult';
import { useSaveEndpoint } from './use-save-endpoint';
import { useUnsavedTest } from './use-unsaved-test';

interface Props {
  source: Source;
  endpoint: Endpoint | null;
  onDirty: (dirty: boolean) => void;
  /** There is a result beside the form, which wants room. */
  onTested: () => void;
  onDone: () => void;
}

export function EndpointForm({ source, endpoint, onDirty, onTested, onDone }: Props) {
  const [initial] = useState(() => (endpoint ? toEndpointValues(endpoint) : EMPTY_ENDPOINT));
  const form = useForm<EndpointValues>({
    resolver: zodResolver(endpointSchema),
    defaultValues: initial,
    shouldFocusError: false,
  });
  const { control, register, setValue } = form;
  const { errors, isDirty } = form.formState;
  const reading = useRef<HTMLDetailsElement>(null);

  function openReading() {
    if (reading.current) reading.current.open = true;
  }

  function focusFirstField(names: string[]) {
    const first = firstField(names, ENDPOINT_FIELDS);
    if (!first) return;
    if (HIDDEN_FIELDS.includes(first as EndpointField)) openReading();
    form.setFocus(first as EndpointField);
  }

  const { save, saving, problem, duplicate, conflict, chooseSide } = useSaveEndpoint({
    sourceId: source.id,
    endpoint,
    form,
    focusFirstField,
    onSaved: (what) => {
      notifySuccess(what === 'added' ? 'The endpoint is added.' : 'The endpoint is saved.');
      onDone();
    },
  });

  useEffect(() => {
    onDirty(isDirty);
  }, [isDirty, onDirty]);
  const submit = () => void form.handleSubmit(save, (wrong) => focusFirstField(invalidFields(wrong)))();
  useSaveHotkeys(() => {
    if (!saving) submit();
  });

  const tried = useUnsavedTest();
  const values = useWatch({ control }) as EndpointValues;
  const outdated = JSON.stringify(buildPreviewRequest(values, endpoint)) !== JSON.stringify(tried.request);

  const tryOut = () =>
    void form.handleSubmit(
      async (checked) => {
        onTested();
        try {
          await tried.run(buildPreviewRequest(checked, endpoint));
        } catch (error) {
          const { assigned, unassigned } = applyFieldErrors(form, error, ENDPOINT_FIELDS);
          if (assigned.length > 0 && unassigned.length === 0) tried.clear(); // all is said at the fields
          focusFirstField(assigned);
        }
      },
      (wrong) => focusFirstField(invalidFields(wrong)),
    )();

  function chooseKind(kind: EndpointKind) {
    setValue('kind', kind, { shouldDirty: true });
    if (kind === 'html_list') openReading();
  }

  function takeKind(kind: EndpointKind) {
    chooseKind(kind);
    // A page cannot be read before somebody says where its items are. The field comes with the kind.
    if (kind === 'html_list') requestAnimationFrame(() => form.setFocus('recipe_list'));
  }

  // A new one may begin paused; retired is what one becomes.
  const states = selectOptions(ENDPOINT_INTENT).filter(({ value }) => endpoint || value !== 'retired');
  const triedAny = tried.busy || tried.preview !== undefined || tried.error !== null;

  return (
    <div className={classes.beside} data-tried={triedAny || undefined}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {conflict && <ConflictPanel conflict={conflict} control={control} onChoose={chooseSide} />}
        <AddressField
          form={form}
          isNew={!endpoint}
          duplicate={duplicate?.id === source.id ? undefined : duplicate}
          onMoved={openReading}
        />
        <SelectField
          control={control}
          name="kind"
          label={FIELD_LABELS.kind}
          data={selectOptions(ENDPOINT_KIND)}
          onOptionSubmit={(kind) => chooseKind(kind as EndpointKind)}
        />
        <LanguageField control={control} name="language" label={FIELD_LABELS.language} />
        <TextInput
          label={FIELD_LABELS.name}
          description="What the outlet calls it, such as its section's title."
          autoComplete="off"
          error={errors.name?.message}
          {...register('name')}
        />
        <TextInput
          label={FIELD_LABELS.section}
          autoComplete="off"
          error={errors.section?.message}
          {...register('section')}
        />
        <SelectField control={control} name="intent" label={FIELD_LABELS.intent} data={states} />
        <ReadingFields control={control} endpoint={endpoint} open={hasHidden(initial)} ref={reading} />
        {problem && <ProblemNote {...problem} currentSourceId={source.id} />}
        <div className={classes.formButtons}>
          {/* Not disabled while busy: that would take the focus away. */}
          <Button
            variant="default"
            leftSection={<Icon name="pulse" />}
            aria-busy={tried.busy}
            onClick={() => !tried.busy && tryOut()}
          >
            Test these settings
          </Button>
          <Button type="submit" loading={saving}>
            {conflict ? 'Save my choice' : endpoint ? 'Save' : 'Add the endpoint'}
          </Button>
        </div>
        <LeaveGuard when={isDirty && !saving} onDiscard={onDone} />
      </form>
      {triedAny && (
        <UnsavedTestResult
          preview={tried.preview}
          error={tried.error}
          busy={tried.busy}
          outdated={outdated}
          kind={values.kind}
          url={values.url}
          onRetry={tryOut}
          onTakeKind={takeKind}
          onTakeAddress={(url) => setValue('url', url, { shouldDirty: true })}
        />
      )}
    </div>
  );
}
