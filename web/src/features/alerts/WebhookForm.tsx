import { Button, Group, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { describeError } from '@/api/describe-error';
import type { Webhook, WebhookInput } from '@/api/gen/types.gen';
import { ApiProblem } from '@/api/problem';
import { Note } from '@/components/Note';
import { useFocusInvalid } from '@/components/use-focus-invalid';
import classes from './alerts.module.css';

interface Props {
  /** The webhook that is edited; undefined for a new one. */
  webhook?: Webhook;
  error: Error | null;
  isSaving: boolean;
  /** `base` is the state of the webhook that the input is based on. */
  onSubmit: (input: WebhookInput, base: Webhook | undefined) => void;
}

/** The name and the address of a webhook. */
export function WebhookForm({ webhook, error, isSaving, onSubmit }: Props) {
  // A reload of the webhook does not overwrite what the member has typed.
  const [base, setBase] = useState(webhook);
  const [name, setName] = useState(webhook?.name ?? '');
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [seenError, setSeenError] = useState<Error | null>(null);
  const isOutdated = webhook !== undefined && webhook.version !== base?.version && !isSaving;
  const errorOf = (field: string) =>
    error instanceof ApiProblem ? error.errors.find(({ pointer }) => pointer === field)?.detail : undefined;
  const isFieldError = errorOf('/name') !== undefined || errorOf('/url') !== undefined;
  const form = useFocusInvalid(error, isFieldError);

  /** Continues with the version that another member has saved. */
  function rebase(saved: Webhook) {
    setBase(saved);
    setSeenError(error);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit({ name, url }, base);
  }
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      {isOutdated ? (
        <Outdated
          webhook={webhook}
          onKeep={() => rebase(webhook)}
          onLoad={() => {
            rebase(webhook);
            setName(webhook.name);
            setUrl(webhook.url);
          }}
        />
      ) : (
        error && error !== seenError && !isFieldError && <Note tone="bad">{describeError(error).text}</Note>
      )}
      <TextInput
        label="Name"
        description="The program that receives the alerts, such as “Pager of the news desk”."
        maxLength={100}
        autoComplete="off"
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={errorOf('/name')}
      />
      <TextInput
        label="Address"
        description="A public address that accepts POST requests with JSON."
        placeholder="https://"
        type="url"
        autoComplete="off"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        error={errorOf('/url')}
      />
      {webhook && (
        <p className={classes.hint}>
          The secret does not change. Messages that wait for a retry are sent to the new address.
        </p>
      )}
      <Group justify="flex-end">
        <Button type="submit" loading={isSaving} disabled={isOutdated}>
          {webhook ? 'Save changes' : 'Add webhook'}
        </Button>
      </Group>
    </form>
  );
}

interface OutdatedProps {
  webhook: Webhook;
  onKeep: () => void;
  onLoad: () => void;
}

/** Shows the values that another member has saved, with buttons to keep the entered values or to load the saved ones. */
function Outdated({ webhook, onKeep, onLoad }: OutdatedProps) {
  return (
    <Note tone="warn">
      <p className={classes.text}>Another member has changed this webhook. Your changes are not saved yet.</p>
      <p className={classes.text}>
        Saved name: {webhook.name}
        <br />
        Saved address: {webhook.url}
      </p>
      <Group gap={8}>
        <Button size="compact-sm" variant="default" onClick={onKeep}>
          Keep my values
        </Button>
        <Button size="compact-sm" variant="default" onClick={onLoad}>
          Load the saved values
        </Button>
      </Group>
    </Note>
  );
}
