import { Button, Group, NativeSelect, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { LiveList } from '@/api/gen/types.gen';
import { ChangedNote } from '@/components/form/ChangedNote';
import { ConflictPanel } from '@/components/form/ConflictPanel';
import { Field } from '@/components/form/Field';
import { ProblemNote } from '@/components/form/ProblemNote';
import { useSave } from '@/components/form/use-save';
import { intervalLabel, INTERVALS } from '@/entities/live-list/labels';
import { liveListQuery, useSaveLiveList } from '@/entities/live-list/live-list.queries';

interface Props {
  /** The list that is edited; undefined for a new one. */
  list?: LiveList;
  onSaved: (saved: LiveList) => void;
}

const EMPTY = {
  name: '',
  url: '',
  interval_hours: '24',
  credentials_username: '',
  credentials_password: '',
  version: 0,
};

function toValues({ name, url, interval_hours, version }: LiveList) {
  return { ...EMPTY, name, url, interval_hours: String(interval_hours), version };
}

/** The settings of a live list. */
export function LiveListForm({ list, onSaved }: Props) {
  const queryClient = useQueryClient();
  const save = useSaveLiveList();
  const form = useForm({ defaultValues: list ? toValues(list) : EMPTY });
  const { formProps, saving, problem, conflict, isOutdated, chooseSide } = useSave(form, {
    fields: ['name', 'url', 'interval_hours', 'credentials_username', 'credentials_password'],
    aliases: { password: 'credentials_password' },
    saved: list && toValues(list),
    send: ({ version, interval_hours, credentials_username: username, credentials_password: password, ...values }) =>
      save.mutateAsync({
        list: list && { id: list.id, version },
        body: {
          ...values,
          interval_hours: Number(interval_hours),
          paused: list?.paused,
          ...(username || password ? { credentials: { username, password } } : { keep_credentials: true }),
        },
      }),
    onSaved,
    readLatest: async () => {
      if (!list) return null;
      const latest = await queryClient.fetchQuery({ ...liveListQuery(list.id), staleTime: 0, networkMode: 'always' });
      return { values: toValues(latest), savedAt: latest.updated_at };
    },
  });
  const hours = list && String(list.interval_hours);
  const intervals =
    hours && !INTERVALS.some(({ value }) => value === hours)
      ? [...INTERVALS, { value: hours, label: intervalLabel(Number(hours)) }]
      : INTERVALS;
  return (
    <form className="stack-16" {...formProps}>
      {list && isOutdated && <ChangedNote at={list.updated_at} />}
      {conflict && <ConflictPanel conflict={conflict} control={form.control} onChoose={chooseSide} />}
      <Field control={form.control} name="name" placeholder="List of a partner" maxLength={200} data-autofocus />
      <Field
        control={form.control}
        name="url"
        description="An OPML list, or a table as CSV, JSON, NDJSON or XLSX."
        placeholder="https://"
        type="url"
      />
      <Field control={form.control} name="interval_hours" as={NativeSelect} data={intervals} />
      <Field
        control={form.control}
        name="credentials_username"
        description={
          list?.has_credentials
            ? 'A user name and a password are stored. Leave both fields empty to keep them.'
            : 'Only if the address requires them. They are stored encrypted.'
        }
        maxLength={200}
      />
      <Field
        control={form.control}
        name="credentials_password"
        as={PasswordInput}
        autoComplete="new-password"
        maxLength={500}
      />
      {problem && <ProblemNote {...problem} />}
      <Group justify="flex-end">
        <Button type="submit" loading={saving}>
          {conflict ? 'Save my choice' : list ? 'Save changes' : 'Add live list'}
        </Button>
      </Group>
    </form>
  );
}
