import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { AliasInput, Source } from '@/api/gen/types.gen';
import { isStaleVersion } from '@/components/form/conflict';
import { Field } from '@/components/form/Field';
import { ProblemNote } from '@/components/form/ProblemNote';
import { SelectField } from '@/components/form/SelectField';
import { useSave } from '@/components/form/use-save';
import { ALIAS_KIND } from '@/entities/source/labels';
import { useUpdateSource } from '@/entities/source/source.mutations';
import { latestSourceQuery } from '@/entities/source/source.queries';
import { selectOptions } from '@/lib/labels';

const FIELDS = ['alias_kind', 'alias_value', 'alias_from', 'alias_to'] as const;
type Values = Record<(typeof FIELDS)[number], string>;

/** Adds another name or address of the outlet of a source. */
export function AliasForm({ source, onDone }: { source: Source; onDone: () => void }) {
  const queryClient = useQueryClient();
  const { mutateAsync: update } = useUpdateSource();
  const form = useForm<Values>({
    defaultValues: { alias_kind: 'name', alias_value: '', alias_from: '', alias_to: '' },
  });
  const { control } = form;
  const at = source.aliases?.length ?? 0;
  const pointers = FIELDS.map((field) => [`/aliases/${at}/${field.replace('alias_', '')}`, field]);

  const add = ({ id, version, aliases = [] }: Source, alias: AliasInput) =>
    update({ id, version, patch: { aliases: [...aliases, alias] } });

  const { formProps, saving, problem } = useSave(form, {
    fields: FIELDS,
    aliases: Object.fromEntries(pointers) as Record<string, (typeof FIELDS)[number]>,
    send: async (values) => {
      const alias = toAlias(values);
      try {
        return await add(source, alias);
      } catch (error) {
        if (!isStaleVersion(error)) throw error; // otherwise, the alias is added to the latest list
        return add(await queryClient.fetchQuery(latestSourceQuery(source.id)), alias);
      }
    },
    onSaved: onDone,
    onProposed: onDone,
  });
  return (
    <form className="stack-16" {...formProps}>
      <SelectField control={control} name="alias_kind" data={selectOptions(ALIAS_KIND)} />
      <Field
        control={control}
        name="alias_value"
        description="Searches find the source by it. A domain or path cannot be used for another source."
        maxLength={500}
        data-autofocus
      />
      <Field control={control} name="alias_from" type="date" description="Leave empty if unknown." />
      <Field control={control} name="alias_to" type="date" description="Leave empty if the outlet still uses it." />
      {problem && <ProblemNote {...problem} />}
      <Group justify="flex-end">
        <Button type="submit" loading={saving}>
          Add name or address
        </Button>
      </Group>
    </form>
  );
}

function toAlias({ alias_kind, alias_value, alias_from, alias_to }: Values): AliasInput {
  return {
    kind: alias_kind as AliasInput['kind'],
    value: alias_value,
    from: alias_from || undefined,
    to: alias_to || undefined,
  };
}
