import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { Webhook, WebhookInput } from '@/api/gen/types.gen';
import { ChangedNote } from '@/components/form/ChangedNote';
import { ConflictPanel } from '@/components/form/ConflictPanel';
import { Field } from '@/components/form/Field';
import { ProblemNote } from '@/components/form/ProblemNote';
import { useSave } from '@/components/form/use-save';
import { webhooksQuery } from '@/entities/alert/alert.queries';

interface Props<Saved> {
  /** The webhook that is edited; undefined for a new one. */
  webhook?: Webhook;
  /** `version` is the version that the input is based on. */
  send: (input: WebhookInput, version: number) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
}

function toValues({ name, url, version }: Webhook) {
  return { name, url, version };
}

/** The name and the address of a webhook. */
export function WebhookForm<Saved>({ webhook, send, onSaved }: Props<Saved>) {
  const queryClient = useQueryClient();
  const form = useForm({ defaultValues: webhook ? toValues(webhook) : { name: '', url: '', version: 0 } });
  const { formProps, saving, problem, conflict, isOutdated, chooseSide } = useSave(form, {
    fields: ['name', 'url'],
    saved: webhook && toValues(webhook),
    send: ({ version, ...input }) => send(input, version),
    onSaved,
    readLatest: async () => {
      const webhooks = await queryClient.fetchQuery({ ...webhooksQuery(), staleTime: 0, networkMode: 'always' });
      const latest = webhooks.find(({ id }) => id === webhook?.id);
      return latest ? { values: toValues(latest), savedAt: latest.updated_at } : null;
    },
  });
  return (
    <form className="stack-16" {...formProps}>
      {webhook && isOutdated && <ChangedNote at={webhook.updated_at} />}
      {conflict && <ConflictPanel conflict={conflict} control={form.control} onChoose={chooseSide} />}
      <Field
        control={form.control}
        name="name"
        description="The program that receives the alerts, such as “Pager of the news desk”."
        maxLength={100}
        data-autofocus
      />
      <Field
        control={form.control}
        name="url"
        description="A public address that accepts POST requests with JSON."
        placeholder="https://"
        type="url"
      />
      {webhook && (
        <p className="hint breakable">
          The secret does not change. Messages that wait for a retry are sent to the new address.
        </p>
      )}
      {problem && <ProblemNote {...problem} />}
      <Group justify="flex-end">
        <Button type="submit" loading={saving}>
          {conflict ? 'Save my choice' : webhook ? 'Save changes' : 'Add webhook'}
        </Button>
      </Group>
    </form>
  );
}
