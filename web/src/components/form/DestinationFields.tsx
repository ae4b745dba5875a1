import { MultiSelect, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Control, FieldValues, Path } from 'react-hook-form';
import { webhooksQuery } from '@/entities/alert/alert.queries';
import { Field } from './Field';

interface Props<T extends FieldValues> {
  control: Control<T>;
  name: Path<T>;
}

/** The e-mail addresses to which messages are sent, or what to do if the server can’t send any. */
export function EmailsField<T extends FieldValues>({ canEmail, ...field }: Props<T> & { canEmail: boolean }) {
  if (!canEmail) {
    return (
      <p className="hint breakable">
        This server can’t send e-mails. Ask its operator to set up a mail server, or use a webhook.
      </p>
    );
  }
  return (
    <Field
      {...field}
      as={TagsInput}
      description="Type an address and press Enter. Each address gets its own message."
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
    />
  );
}

/** The webhooks to which messages are sent. */
export function WebhooksField<T extends FieldValues>(field: Props<T>) {
  const { data: webhooks = [] } = useQuery(webhooksQuery());
  return (
    <Field
      {...field}
      as={MultiSelect}
      placeholder={webhooks.length === 0 ? 'Add a webhook on the page Alerts first' : undefined}
      disabled={webhooks.length === 0}
      data={webhooks.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
