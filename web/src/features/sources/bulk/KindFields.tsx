import { NativeSelect } from '@mantine/core';
import { useFormContext, useWatch } from 'react-hook-form';
import { Field } from '@/components/form/Field';
import { ENDPOINT_INTENT } from '@/entities/endpoint/labels';
import { MEDIA_TYPE, PAYWALL, RIGHTS, SCOPE, TIER } from '@/entities/source/labels';
import { dayAfter } from '@/lib/dates';
import { LIST_ACTIONS, NAME_ACTIONS, type BulkValues } from './bulk-values';
import type { ChangeKind } from './change-kinds';
import { ChoiceField, optionsOf } from './ChoiceField';
import {
  AssigneeField,
  CharsetField,
  LanguageListField,
  PlaceFields,
  ScheduleField,
  TagListField,
  ZoneField,
} from './SearchedFields';

/** What a kind does, if its fields do not say it. */
const HINTS: Partial<Record<ChangeKind, string>> = {
  activate: 'The sources become active, and their active endpoints are checked.',
  archive: 'The sources are kept but hidden from lists, and are no longer checked.',
  unarchive: 'The sources become what they were before they were archived.',
  delete: 'Drafts are deleted with their endpoints. Other sources are refused: archive them instead.',
};

/** The inputs of one kind of change. */
export function KindFields({ kind }: { kind: ChangeKind }) {
  const { control } = useFormContext<BulkValues>();
  switch (kind) {
    case 'tags':
      return <ListFields name="tags" />;
    case 'languages':
      return <ListFields name="languages" />;
    case 'place':
      return <PlaceFields />;
    case 'owner':
      return <Field control={control} name="owner" label="New owner" description="If empty, the owner is removed." />;
    case 'media_type':
      return <ChoiceField control={control} name={kind} options={optionsOf(MEDIA_TYPE, 'No media type')} />;
    case 'scope':
      return <ChoiceField control={control} name={kind} options={optionsOf(SCOPE, 'No scope')} />;
    case 'tier':
      return <ChoiceField control={control} name={kind} options={optionsOf(TIER, 'No tier')} />;
    case 'paywall':
      return <ChoiceField control={control} name={kind} options={optionsOf(PAYWALL)} />;
    case 'rights':
      return <RightsFields />;
    case 'homepage':
      return <ChoiceField control={control} name={kind} label="Scheme" options={optionsOf(SCHEMES)} />;
    case 'intent':
      return <ChoiceField control={control} name={kind} options={optionsOf(ENDPOINT_INTENT)} />;
    case 'name':
      return <NameFields />;
    case 'pause':
      return <PauseFields />;
    case 'schedule':
      return <ScheduleField control={control} />;
    case 'charset':
      return <CharsetField control={control} />;
    case 'assign':
      return <AssigneeField control={control} />;
    case 'snooze':
      return <SnoozeField />;
    case 'default_zone':
      return <ZoneField control={control} />;
    default:
      return <p className="hint">{HINTS[kind]}</p>;
  }
}

function RightsFields() {
  const { control } = useFormContext<BulkValues>();
  const rights = useWatch({ control, name: 'rights' });
  return (
    <>
      <ChoiceField control={control} name="rights" options={optionsOf(RIGHTS)} />
      <Field
        control={control}
        name="rights_note"
        description={
          rights === '' || rights === 'forbidden'
            ? 'If empty, existing notes are kept.'
            : 'Required for sources with the rights “Forbidden”: the reason. If empty, existing notes are kept.'
        }
      />
    </>
  );
}

const SCHEMES = { https: 'https', http: 'http' };

function ListFields({ name }: { name: 'tags' | 'languages' }) {
  const { control } = useFormContext<BulkValues>();
  const action = useWatch({ control, name: `${name}_action` });
  return (
    <>
      <Field
        control={control}
        name={`${name}_action`}
        as={NativeSelect}
        label="Action"
        data={optionsOf(LIST_ACTIONS)}
      />
      {action !== 'clear' && (name === 'tags' ? <TagListField control={control} /> : <LanguageListField />)}
    </>
  );
}

function NameFields() {
  const { control } = useFormContext<BulkValues>();
  const action = useWatch({ control, name: 'name_action' });
  return (
    <>
      <Field control={control} name="name_action" as={NativeSelect} label="Rule" data={optionsOf(NAME_ACTIONS)} />
      {action === 'trim' ? (
        <>
          <Field control={control} name="name_prefix" label="At the start" placeholder="RSS – " />
          <Field control={control} name="name_suffix" label="At the end" placeholder=" | Home" />
        </>
      ) : (
        <>
          <Field control={control} name="name_find" label="Text to replace" />
          <Field control={control} name="name_with" label="Replace with" description="If empty, the text is removed." />
        </>
      )}
    </>
  );
}

function SnoozeField() {
  const { control } = useFormContext<BulkValues>();
  return (
    <Field
      control={control}
      name="snoozed_until"
      type="date"
      description="If empty, snoozed sources return to the work list."
      min={dayAfter(new Date())}
    />
  );
}

function PauseFields() {
  const { control } = useFormContext<BulkValues>();
  return (
    <>
      <Field
        control={control}
        name="paused_until"
        label="Until"
        type="date"
        description="If empty, the sources are paused until a member resumes them."
        min={dayAfter(new Date())}
      />
      <Field control={control} name="pause_reason" />
    </>
  );
}
