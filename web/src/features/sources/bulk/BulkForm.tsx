import { zodResolver } from '@hookform/resolvers/zod';
import { Button, NativeSelect } from '@mantine/core';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import type { ChangeSet } from '@/api/gen/types.gen';
import { Field } from '@/components/form/Field';
import { ProblemNote } from '@/components/form/ProblemNote';
import { useSave } from '@/components/form/use-save';
import { useMakeDraft } from '@/entities/change-set/change-set.mutations';
import { BULK_FIELDS, bulkSchema, type BulkValues } from './bulk-values';
import classes from './bulk.module.css';
import { changesEndpoints, combinableWith, kindLabel, type ChangeKind } from './change-kinds';
import { EndpointKindsField } from './EndpointKindsField';
import { KindFields } from './KindFields';
import { changeOf, errorAliases } from './operations';
import { selectionOf, type Target } from './target';

interface Props {
  target: Target;
  /** What was entered before, after a return from the preview. */
  initial: BulkValues;
  onPreview: (draft: ChangeSet, values: BulkValues) => void;
  onCancel: () => void;
}

/** Chooses the changes of the selected sources and asks for their preview. */
export function BulkForm({ target, initial, onPreview, onCancel }: Props) {
  const form = useForm<BulkValues>({
    resolver: zodResolver(bulkSchema),
    defaultValues: initial,
    shouldFocusError: false, // useSave focuses the first error in the order of the form
  });
  const { control, setValue } = form;
  const makeDraft = useMakeDraft();
  const values = useWatch({ control }) as BulkValues;
  const { formProps, saving, problem } = useSave(form, {
    fields: BULK_FIELDS,
    aliases: errorAliases(values),
    send: async (entered) => {
      const body = changeOf(entered, selectionOf(target));
      return { draft: await makeDraft.mutateAsync({ type: 'change', body }), entered };
    },
    onSaved: ({ draft, entered }) => onPreview(draft, entered),
  });
  const { kinds } = values;
  const change = (next: ChangeKind[]) => setValue('kinds', next, { shouldDirty: true });
  const isFirst = kinds.length === 0;
  const more = combinableWith(kinds);
  return (
    <FormProvider {...form}>
      <form className="stack-16" {...formProps}>
        {kinds.map((kind) => (
          <fieldset key={kind} className={`stack-16 ${classes.kind}`}>
            <legend>{kindLabel(kind)}</legend>
            <KindFields kind={kind} />
            {kinds.length > 1 && (
              <Button
                size="compact-sm"
                variant="subtle"
                className={classes.remove}
                aria-label={`Leave out ${kindLabel(kind)}`}
                onClick={() => change(kinds.filter((other) => other !== kind))}
              >
                Leave out
              </Button>
            )}
          </fieldset>
        ))}
        {more.length > 0 && (
          <NativeSelect
            label={isFirst ? 'Change' : 'Another change'}
            value=""
            data={[{ value: '', label: isFirst ? 'Choose …' : 'Add …' }, ...more]}
            onChange={(event) => change([...kinds, event.currentTarget.value as ChangeKind])}
          />
        )}
        {kinds.some(changesEndpoints) && <EndpointKindsField control={control} />}
        <Field control={control} name="reason" label="Reason" description="Optional. It is shown with the change." />
        {problem && <ProblemNote {...problem} />}
        <div className="wrap">
          <Button type="submit" loading={saving} disabled={isFirst}>
            Preview
          </Button>
          <Button variant="subtle" onClick={onCancel}>
            Cancel
          </Button>
        </div>
        <p className="hint">Nothing is changed before you have seen the preview.</p>
      </form>
    </FormProvider>
  );
}
