import { Button, Group, NativeSelect } from '@mantine/core';
import { useForm } from 'react-hook-form';
import type { SavedView, ViewSubscription } from '@/api/gen/types.gen';
import { useMember } from '@/auth/member';
import { EmailsField, WebhooksField } from '@/components/form/DestinationFields';
import { Field } from '@/components/form/Field';
import { ProblemNote } from '@/components/form/ProblemNote';
import { SelectField } from '@/components/form/SelectField';
import { timeZoneOptions } from '@/components/form/time-zones';
import { useSave } from '@/components/form/use-save';
import { useSaveSubscription } from '@/entities/view/subscription.queries';
import { timeZone } from '@/lib/date-formats';
import { selectOptions } from '@/lib/labels';
import { CONTENT, DAY_OPTIONS, HOUR_OPTIONS } from './subscription-words';

const FIELDS = ['subscription_content', 'weekday', 'hour', 'zone', 'emails', 'webhook_ids'] as const;

interface Props {
  view: SavedView;
  /** The subscription to change; undefined for a new one. */
  subscription?: ViewSubscription;
  canEmail: boolean;
  onSaved: () => void;
  onCancel: () => void;
}

/** The form of a subscription: what is sent when, and to whom. */
export function SubscriptionForm({ view, subscription, canEmail, onSaved, onCancel }: Props) {
  const member = useMember();
  const isPersonal = view.sharing !== 'members';
  const save = useSaveSubscription(view.id);
  const form = useForm({
    defaultValues: {
      subscription_content: subscription?.content ?? 'changes',
      weekday: String(subscription?.weekday ?? 0),
      hour: String(subscription?.hour ?? 7),
      zone: subscription?.zone ?? timeZone(),
      emails: subscription?.emails ?? (canEmail ? [member.email] : []),
      webhook_ids: subscription?.webhook_ids ?? [],
    },
  });
  const { control, getValues } = form;
  const { formProps, saving, problem } = useSave(form, {
    fields: FIELDS,
    aliases: { content: 'subscription_content' },
    send: ({ subscription_content: content, weekday, hour, zone, emails, webhook_ids }) => {
      const day = Number(weekday) || undefined;
      const paused = subscription?.paused ?? false;
      const body = { content, weekday: day, hour: Number(hour), zone, emails, webhook_ids, paused };
      return save.mutateAsync({ subscription, body });
    },
    onSaved,
  });
  return (
    <form className="stack-12" aria-label="Subscription" {...formProps}>
      <Field control={control} name="subscription_content" as={NativeSelect} data={selectOptions(CONTENT)} />
      <Group grow align="flex-start">
        <Field control={control} name="weekday" as={NativeSelect} data={DAY_OPTIONS} />
        <Field control={control} name="hour" as={NativeSelect} data={HOUR_OPTIONS} />
      </Group>
      <SelectField control={control} name="zone" searchable data={timeZoneOptions(getValues('zone'))} limit={100} />
      {isPersonal ? (
        <p className="hint breakable">
          {canEmail
            ? `This view is personal, so it is sent only to ${view.owner.id === member.id ? member.email : view.owner.name}.`
            : 'This view is personal, and this server can’t send e-mails. Share the view to send it to a webhook.'}
        </p>
      ) : (
        <>
          <EmailsField control={control} name="emails" canEmail={canEmail} />
          <WebhooksField control={control} name="webhook_ids" />
        </>
      )}
      {problem && <ProblemNote {...problem} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={saving}>
          {subscription ? 'Save subscription' : 'Create subscription'}
        </Button>
      </Group>
    </form>
  );
}
