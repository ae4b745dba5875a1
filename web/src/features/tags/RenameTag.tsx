import { Autocomplete, Button } from '@mantine/core';
import { useForm, useWatch } from 'react-hook-form';
import type { ChangeSet } from '@/api/gen/types.gen';
import { Field } from '@/components/form/Field';
import { FormPopover } from '@/components/form/FormDialogs';
import { LIMITS } from '@/components/form/limits';
import { ProblemNote } from '@/components/form/ProblemNote';
import { useSave } from '@/components/form/use-save';
import { useMakeDraft } from '@/entities/change-set/change-set.mutations';
import { renameTag } from './tag-changes';

interface Props {
  tag: string;
  /** All tags. */
  known: string[];
  isDisabled: boolean;
  onDraft: (draft: ChangeSet) => void;
}

/** Asks for the new name of a tag, and previews the change of all its sources. */
export function RenameTag({ tag, known, isDisabled, onDraft }: Props) {
  return (
    <FormPopover
      label={`Rename ${tag}`}
      width={300}
      target={(toggle) => (
        <Button
          size="compact-sm"
          variant="default"
          disabled={isDisabled}
          aria-label={`Rename or merge ${tag}`}
          onClick={toggle}
        >
          Rename or merge
        </Button>
      )}
    >
      {(close) => (
        <RenameForm
          tag={tag}
          known={known}
          onDraft={(draft) => {
            close();
            onDraft(draft);
          }}
        />
      )}
    </FormPopover>
  );
}

function RenameForm({ tag, known, onDraft }: Omit<Props, 'isDisabled'>) {
  const makeDraft = useMakeDraft();
  const form = useForm({ defaultValues: { name: tag } });
  const name = useWatch({ control: form.control, name: 'name' }).trim();
  const { formProps, saving, problem } = useSave(form, {
    fields: ['name'],
    aliases: { '/operations/0/with': 'name' },
    send: (values) => makeDraft.mutateAsync({ type: 'change', body: renameTag(tag, values.name.trim()) }),
    onSaved: onDraft,
  });
  const isMerge = name !== tag && known.includes(name);
  return (
    <form className="stack-12" {...formProps}>
      <Field
        control={form.control}
        name="name"
        as={Autocomplete}
        label="New name"
        description={isMerge ? `${tag} is merged with the existing tag.` : 'Enter an existing tag to merge both.'}
        data={known}
        limit={20}
        maxLength={LIMITS.tag}
        comboboxProps={{ withinPortal: false }}
      />
      {problem && <ProblemNote {...problem} />}
      <Button type="submit" loading={saving} disabled={name === '' || name === tag}>
        Preview
      </Button>
    </form>
  );
}
