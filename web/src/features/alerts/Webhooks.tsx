import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useState } from 'react';
import type { Webhook } from '@/api/gen/types.gen';
import type { DataTableFeatures } from '@/components/data-table';
import { FormModal } from '@/components/form/FormDialogs';
import { Icon } from '@/components/Icon';
import { QueryView } from '@/components/QueryView';
import { RelativeTime } from '@/components/RelativeTime';
import { StaticTable } from '@/components/StaticTable';
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
    meta: { track: 'minmax(0, 1fr)', card: 'title' },
  }),
  helper.accessor('url', {
    id: 'url',
    header: 'Address',
    meta: { track: 'minmax(0, 2fr)', card: 'line' },
    cell: ({ getValue }) => (
      <span className={`truncate ${classes.address}`} title={getValue()}>
        {getValue()}
      </span>
    ),
  }),
  helper.accessor('hint', {
    id: 'secret',
    header: 'Secret',
    meta: { track: 'minmax(80px, 0.5fr)', card: 'line', cardLabel: 'Secret' },
    cell: ({ row: { original: webhook } }) => <span title={previousSecretText(webhook)}>…{webhook.hint}</span>,
  }),
  helper.accessor('rules', {
    id: 'rules',
    header: 'Used by',
    meta: { track: 'minmax(90px, 0.6fr)', card: 'line', cardLabel: 'Used by' },
    cell: ({ row: { original: webhook } }) => <span>{describeUses(webhook)}</span>,
  }),
  helper.accessor('updated_at', {
    id: 'updated',
    header: 'Changed',
    meta: { track: 'minmax(100px, 0.6fr)', card: 'line', cardLabel: 'Changed' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
  helper.display({
    id: 'actions',
    header: () => <VisuallyHidden>Actions</VisuallyHidden>,
    meta: { track: '280px', card: 'aside', align: 'end' },
    cell: ({ row }) => <WebhookActions webhook={row.original} />,
  }),
]);

/** Returns the numbers of rules and subscriptions that use a webhook. */
function describeUses({ rules, subscriptions }: Webhook): string {
  if (subscriptions === 0) return rules > 0 ? formatCount(rules, 'rule') : 'No rule';
  const uses = formatCount(subscriptions, 'subscription');
  return rules > 0 ? `${formatCount(rules, 'rule')}, ${uses}` : uses;
}

/** Describes until when messages are also signed with the previous secret. */
function previousSecretText({ previous_until: until }: Webhook): string | undefined {
  return until && `Messages are also signed with the previous secret until ${formatExactTime(new Date(until))}.`;
}

/** The addresses of programs that receive alerts. */
export function Webhooks() {
  const query = useQuery(webhooksQuery());
  return (
    <section aria-labelledby="webhooks" className={classes.section}>
      <div className={`spread ${classes.sectionHeader}`}>
        <h2 id="webhooks" className="heading">
          Webhooks
        </h2>
        <CreateWebhookButton />
      </div>
      <QueryView
        query={query}
        errorTitle="The webhooks could not be loaded"
        empty={
          <p className="hint breakable">
            No webhooks yet. A webhook sends alerts to a program, such as a chat or a pager.
          </p>
        }
      >
        <StaticTable columns={columns} rows={query.data} idOf={({ id }) => id} label="Webhooks" pendingRows={2} />
      </QueryView>
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
