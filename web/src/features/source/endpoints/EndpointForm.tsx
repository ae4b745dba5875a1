import { zodResolver } from '@hookform/resolvers/zod';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Endpoint, EndpointKind, Source } from '@/api/gen/types.gen';
import { ConflictPanel } from '@/components/form/ConflictPanel';
import { Field } from '@/components/form/Field';
import { applyFieldErrors } from '@/components/form/field-errors';
import { LanguageField } from '@/components/form/LanguageFields';
import { LeaveGuard } from '@/components/form/LeaveGuard';
import { ProblemNote } from '@/components/form/ProblemNote';
import { SelectField } from '@/components/form/SelectField';
import { useSaveHotkeys } from '@/components/form/use-save-hotkeys';
import { Icon } from '@/components/Icon';
import { notifySuccess } from '@/components/notify';
import { ENDPOINT_INTENT, ENDPOINT_KIND } from '@/entities/endpoint/labels';
import { selectOptions } from '@/lib/labels';
import { AddressField } from './AddressField';
import {
  EMPTY_ENDPOINT,
  ENDPOINT_FIELDS,
  endpointSchema,
  hasReadingSettings,
  buildPreviewRequest,
  toEndpointValues,
  type EndpointValues,
} from './endpoint-form';
import classes from './endpoints.module.css';
import { ReadingFields } from './ReadingFields';
import { ScheduleSection } from './ScheduleSection';
import { UnsavedTestResult } from './UnsavedTestResult';
import { useSaveEndpoint } from './use-save-endpoint';
import { useUnsavedTest } from './use-unsaved-test';

interface Props {
  source: Source;
  endpoint: Endpoint | null;
  /** Another member deleted the endpoint, so that saving adds it again. */
  isDeleted?: boolean;
  /** Called when a test starts, because its result needs a wider panel. */
  onTested: () => void;
  onDone: () => void;
}

/** Edits an endpoint or adds a new one, and tests the settings before they are saved. */
export function EndpointForm({ source, endpoint: edited, isDeleted = false, onTested, onDone }: Props) {
  const endpoint = isDeleted ? null : edited;
  const [initial] = useState(() => (endpoint ? toEndpointValues(endpoint) : EMPTY_ENDPOINT));
  const form = useForm<EndpointValues>({
    resolver: zodResolver(endpointSchema),
    defaultValues: initial,
    shouldFocusError: false,
  });
  const { control, setValue } = form;
  const { isDirty } = form.formState;
  const readingSection = useRef<HTMLDetailsElement>(null);

  function openReadingSection() {
    if (readingSection.current) readingSection.current.open = true;
  }

  const { submit, formProps, showInvalid, saving, problem, duplicate, conflict, chooseSide } = useSaveEndpoint({
    form,
    sourceId: source.id,
    endpoint,
    onSaved: () => {
      notifySuccess(endpoint ? 'The endpoint is saved.' : 'The endpoint is added.');
      onDone();
    },
    onProposed: onDone,
  });

  useSaveHotkeys(() => {
    if (!saving) submit();
  });

  const test = useUnsavedTest();
  const values = useWatch({ control }) as EndpointValues;
  const isOutdated = JSON.stringify(buildPreviewRequest(values, endpoint)) !== JSON.stringify(test.request);

  const runTest = () =>
    void form.handleSubmit(async (valid) => {
      onTested();
      try {
        await test.run(buildPreviewRequest(valid, endpoint));
      } catch (error) {
        const { hasAssigned, unassigned } = applyFieldErrors(form, error, ENDPOINT_FIELDS);
        if (hasAssigned && unassigned.length === 0) test.clear(); // the fields show all errors
      }
    }, showInvalid)();

  function chooseKind(kind: EndpointKind) {
    setValue('kind', kind, { shouldDirty: true });
    if (kind === 'html_list') openReadingSection();
  }

  function acceptKind(kind: EndpointKind) {
    chooseKind(kind);
    // A page list needs the selector of its items. The field is mounted after the kind has changed.
    if (kind === 'html_list') requestAnimationFrame(() => form.setFocus('recipe_list'));
  }

  // A new endpoint can be active or paused, but not retired.
  const states = selectOptions(ENDPOINT_INTENT).filter(({ value }) => endpoint || value !== 'retired');
  const hasTest = test.isRunning || test.preview !== undefined || test.error !== null;

  return (
    <div className={classes.layout} data-with-test={hasTest || undefined}>
      <form className={`stack-16 ${classes.form}`} {...formProps}>
        {conflict && <ConflictPanel conflict={conflict} control={control} onChoose={chooseSide} />}
        <AddressField
          form={form}
          isNew={!endpoint}
          duplicate={duplicate?.id === source.id ? undefined : duplicate}
          onCredentialsMoved={openReadingSection}
        />
        <SelectField
          control={control}
          name="kind"
          data={selectOptions(ENDPOINT_KIND)}
          onOptionSubmit={(kind) => chooseKind(kind as EndpointKind)}
        />
        <LanguageField control={control} name="language" />
        <Field
          control={control}
          name="name"
          description="The publisher's name for the feed, such as the title of a section."
        />
        <Field control={control} name="section" />
        <SelectField control={control} name="intent" data={states} />
        <ScheduleSection control={control} source={source} endpoint={endpoint} />
        <ReadingFields control={control} endpoint={endpoint} open={hasReadingSettings(initial)} ref={readingSection} />
        {problem && <ProblemNote {...problem} currentSourceId={source.id} />}
        <div className={`wrap ${classes.formButtons}`}>
          {/* Not disabled while the test runs, because that would lose the focus. */}
          <Button
            variant="default"
            leftSection={<Icon name="pulse" />}
            aria-busy={test.isRunning}
            onClick={() => !test.isRunning && runTest()}
          >
            Test these settings
          </Button>
          <Button type="submit" loading={saving}>
            {conflict ? 'Save my choice' : endpoint ? 'Save' : 'Add the endpoint'}
          </Button>
        </div>
        <LeaveGuard when={isDirty} onDiscard={onDone} />
      </form>
      {hasTest && (
        <UnsavedTestResult
          preview={test.preview}
          error={test.error}
          isRunning={test.isRunning}
          isOutdated={isOutdated}
          kind={values.kind}
          url={values.url}
          onRetry={runTest}
          onUseKind={acceptKind}
          onUseAddress={(url) => setValue('url', url, { shouldDirty: true })}
        />
      )}
    </div>
  );
}
