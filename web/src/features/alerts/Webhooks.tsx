import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createColumnHelper, useTable } from '@tanstack/react-table';
import { useState } from 'react';
import type { Webhook } from '@/api/gen/types.gen';
import { loadError } from '@/api/load-error';
import { dataTableFeatures, NO_ROWS, type DataTableFeatures } from '@/components/data-table';
import { DataTable } from '@/components/DataTable';
import { ErrorState } from '@/components/ErrorState';
import { FormModal } from '@/components/form/FormDialogs';
import { Icon } from '@/components/Icon';
import { RelativeTime } from '@/components/RelativeTime';
import { useCreateWebhook, webhooksQuery } from '@/entities/alert/alert.queries';
import { formatCount } from '@/lib/format-count';
import { formatExactTime } from '@/lib/relative-time';
import classes from './alerts.module.css';
import { WebhookActions } from './WebhookActions';
import { WebhookForm } from './WebhookForm';
import { WebhookSecret } from './WebhookSecret';

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
    cell: ({ row: { original: webhook } }) => <span title={previousSecretText(webhook)}>…{webhook.hint}</span>,
  }),
  helper.accessor('rules', {
    id: 'rules',
    header: 'Used by',
    enableSorting: false,
    meta: { track: 'minmax(90px, 0.6fr)', card: 'line', cardLabel: 'Used by' },
    cell: ({ getValue }) => <span>{getValue() > 0 ? formatCount(getValue(), 'rule') : 'No rule'}</span>,
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
    meta: { track: '280px', card: 'aside', align: 'end' },
    cell: ({ row }) => <WebhookActions webhook={row.original} />,
  }),
]);

/** Describes until when messages are also signed with the previous secret. */
function previousSecretText({ previous_until: until }: Webhook): string | undefined {
  return until && `Messages are also signed with the previous secret until ${formatExactTime(new Date(until))}.`;
}

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
  const create = useCreateWebhook();
  function close() {
    setIsOpen(false);
    setSecret(null);
  }
  return (
    <>
      <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => setIsOpen(true)}>
        Add webhook
      </Button>
      <FormModal
        opened={isOpen}
        onClose={close}
        title={secret ? 'Copy the secret now' : 'Add a webhook'}
        hasSecret={secret !== null}
      >
        {() =>
          secret ? (
            <WebhookSecret secret={secret} onDone={close} />
          ) : (
            <WebhookForm send={(input) => create.mutateAsync(input)} onSaved={(created) => setSecret(created.secret)} />
          )
        }
      </FormModal>
    </>
  );
}
