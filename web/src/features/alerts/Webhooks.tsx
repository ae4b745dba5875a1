import { Button, Group, Modal, TextInput, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createColumnHelper, useTable } from '@tanstack/react-table';
import { useState, type FormEvent } from 'react';
import { describeError } from '@/api/describe-error';
import type { Webhook } from '@/api/gen/types.gen';
import { loadError } from '@/api/load-error';
import { ApiProblem } from '@/api/problem';
import { CopyButton } from '@/components/CopyButton';
import { dataTableFeatures, NO_ROWS, type DataTableFeatures } from '@/components/data-table';
import { DataTable } from '@/components/DataTable';
import { ErrorState } from '@/components/ErrorState';
import { Icon } from '@/components/Icon';
import { Note } from '@/components/Note';
import { notifyError, notifySuccess } from '@/components/notify';
import { RelativeTime } from '@/components/RelativeTime';
import { formatCount } from '@/lib/format-count';
import classes from './alerts.module.css';
import { useCreateWebhook, useDeleteWebhook, useRotateSecret, webhooksQuery } from './alerts.queries';

const helper = createColumnHelper<DataTableFeatures, Webhook>();

const columns = helper.columns([
  helper.accessor('name', {
    id: 'name',
    header: 'Name',
    enableSorting: false,
    meta: { track: 'minmax(0, 1fr)', card: 'title' },
  }),
  helper.accessor('url', {
    id: 'url',
    header: 'Address',
    enableSorting: false,
    meta: { track: 'minmax(0, 2fr)', card: 'line' },
    cell: ({ getValue }) => (
      <span className={classes.address} title={getValue()}>
        {getValue()}
      </span>
    ),
  }),
  helper.accessor('hint', {
    id: 'secret',
    header: 'Secret',
    enableSorting: false,
    meta: { track: 'minmax(80px, 0.5fr)', card: 'line', cardLabel: 'Secret' },
    cell: ({ getValue }) => `…${getValue()}`,
  }),
  helper.accessor('rules', {
    id: 'rules',
    header: 'Used by',
    enableSorting: false,
    meta: { track: 'minmax(90px, 0.6fr)', card: 'line', cardLabel: 'Used by' },
    cell: ({ getValue }) => (getValue() > 0 ? formatCount(getValue(), 'rule') : 'No rule'),
  }),
  helper.accessor('updated_at', {
    id: 'updated',
    header: 'Changed',
    enableSorting: false,
    meta: { track: 'minmax(100px, 0.6fr)', card: 'line', cardLabel: 'Changed' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
  helper.display({
    id: 'actions',
    header: () => <VisuallyHidden>Actions</VisuallyHidden>,
    enableSorting: false,
    meta: { track: '230px', card: 'aside', align: 'end' },
    cell: ({ row }) => <Actions webhook={row.original} />,
  }),
]);

/** The addresses of programs that receive alerts. */
export function Webhooks() {
  const query = useQuery(webhooksQuery());
  const error = loadError(query);
  const table = useTable({
    features: dataTableFeatures,
    columns,
    data: query.data ?? NO_ROWS,
    getRowId: (row) => row.id,
  });
  return (
    <section aria-labelledby="webhooks" className={classes.section}>
      <div className={classes.sectionHeader}>
        <h2 id="webhooks" className={classes.heading}>
          Webhooks
        </h2>
        <CreateWebhookButton />
      </div>
      {error ? (
        <ErrorState
          title="The webhooks could not be loaded"
          error={error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : query.data?.length === 0 ? (
        <p className={classes.hint}>No webhooks yet. A webhook sends alerts to a program, such as a chat or a pager.</p>
      ) : (
        <DataTable table={table} label="Webhooks" pendingRows={query.data ? 0 : 2} />
      )}
    </section>
  );
}

function CreateWebhookButton() {
  const [isOpen, setIsOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  function close() {
    setIsOpen(false);
    setSecret(null);
  }
  return (
    <>
      <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => setIsOpen(true)}>
        Add webhook
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={secret ? 'Copy the secret now' : 'Add a webhook'}
        closeButtonProps={{ 'aria-label': 'Close' }}
        closeOnClickOutside={!secret} // the secret is not shown again
        centered
      >
        {secret ? <Secret secret={secret} onDone={close} /> : <WebhookForm onCreated={setSecret} />}
      </Modal>
    </>
  );
}

function WebhookForm({ onCreated }: { onCreated: (secret: string) => void }) {
  const create = useCreateWebhook();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const { error } = create;
  const errorOf = (field: string) =>
    error instanceof ApiProblem ? error.errors.find(({ pointer }) => pointer === field)?.detail : undefined;
  function submit(event: FormEvent) {
    event.preventDefault();
    create.mutate({ name, url }, { onSuccess: ({ secret }) => onCreated(secret) });
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
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
      {error && !errorOf('/name') && !errorOf('/url') && <Note tone="bad">{describeError(error).text}</Note>}
      <Group justify="flex-end">
        <Button type="submit" loading={create.isPending}>
          Add webhook
        </Button>
      </Group>
    </form>
  );
}

function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <div className={classes.form}>
      <Note tone="warn">
        This secret is shown only once. The receiver needs it to verify the signature of messages.
      </Note>
      <div className={classes.secret}>
        <code data-testid="webhook-secret">{secret}</code>
        <CopyButton value={secret} what="the secret" />
      </div>
      <p className={classes.hint}>
        Messages are signed as described by Standard Webhooks: the header webhook-signature holds an HMAC-SHA256 of the
        id, the time and the body.
      </p>
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </div>
  );
}

function Actions({ webhook }: { webhook: Webhook }) {
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useRotateSecret();
  const remove = useDeleteWebhook();
  return (
    <Group gap={8} justify="flex-end" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        loading={rotate.isPending}
        aria-label={`New secret for ${webhook.name}`}
        onClick={() =>
          rotate.mutate(webhook, {
            onSuccess: (changed) => setSecret(changed.secret),
            onError: (error) => notifyError('The secret was not changed', error),
          })
        }
      >
        New secret
      </Button>
      {webhook.rules === 0 && (
        <Button
          size="compact-sm"
          variant="default"
          loading={remove.isPending}
          aria-label={`Delete ${webhook.name}`}
          onClick={() =>
            remove.mutate(webhook, {
              onSuccess: () => notifySuccess(`“${webhook.name}” is deleted.`),
              onError: (error) => notifyError(`“${webhook.name}” was not deleted`, error),
            })
          }
        >
          Delete
        </Button>
      )}
      <Modal
        opened={secret !== null}
        onClose={() => setSecret(null)}
        title="Copy the new secret now"
        closeButtonProps={{ 'aria-label': 'Close' }}
        closeOnClickOutside={false}
        centered
      >
        <p className={classes.hint}>For 24 hours, messages are signed with both secrets.</p>
        {secret && <Secret secret={secret} onDone={() => setSecret(null)} />}
      </Modal>
    </Group>
  );
}
