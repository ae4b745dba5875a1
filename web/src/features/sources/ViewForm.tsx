import { Button, Group, Switch } from '@mantine/core';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { SavedView, SavedViewInput } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { Field } from '@/components/form/Field';
import { ProblemNote } from '@/components/form/ProblemNote';
import { useSave } from '@/components/form/use-save';
import { useSaveView } from '@/entities/view/view.queries';
import classes from './views.module.css';

interface Props {
  /** The view whose name and sharing are changed; undefined for a new one. */
  view?: SavedView;
  /** The filter, order, columns and column widths of a new view. */
  content: Pick<SavedViewInput, 'filter' | 'sort' | 'columns' | 'column_widths'>;
  onSaved: (view: SavedView) => void;
}

/** The name of a view and, for editors, with whom it is shared. */
export default function ViewForm({ view, content, onSaved }: Props) {
  const canShare = useCanWrite();
  const saveView = useSaveView();
  const form = useForm({
    defaultValues: {
      name: view?.name ?? '',
      is_shared: view?.sharing === 'members',
      for_editors: view?.editable_by === 'editors',
    },
  });
  const { setFocus } = form;
  useEffect(() => setFocus('name'), [setFocus]); // its code is loaded after the dialog has opened
  const isShared = useWatch({ control: form.control, name: 'is_shared' });
  const { formProps, saving, problem } = useSave(form, {
    fields: ['name', 'is_shared', 'for_editors'],
    send: ({ name, is_shared, for_editors }) => {
      const settings = {
        name,
        sharing: is_shared ? ('members' as const) : ('none' as const),
        editable_by: is_shared && for_editors ? ('editors' as const) : ('owner' as const),
      };
      return saveView.mutateAsync({ view, body: view ? settings : { ...settings, ...content } });
    },
    onSaved,
  });
  return (
    <form className={classes.form} {...formProps}>
      <Field control={form.control} name="name" maxLength={80} />
      {canShare && (
        <Field
          control={form.control}
          name="is_shared"
          as={Switch}
          label="Share with all members"
          description="The assignee “Me” means the person who opens the view."
        />
      )}
      {canShare && isShared && (
        <Field control={form.control} name="for_editors" as={Switch} label="All editors may change the view" />
      )}
      {problem && <ProblemNote {...problem} />}
      <Group justify="flex-end">
        <Button type="submit" loading={saving}>
          {view ? 'Save changes' : 'Save view'}
        </Button>
      </Group>
    </form>
  );
}
