import { Button, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import type { AlertDelivery } from '@/api/gen/types.gen';
import { useRefetchOnChange } from '@/api/use-refetch-on-change';
import { useCanWrite } from '@/auth/member';
import type { DataTableFeatures } from '@/components/data-table';
import { DeliveryResult } from '@/components/DeliveryResult';
import { notifyError, notifySuccess } from '@/components/notify';
import { QueryView } from '@/components/QueryView';
import { RelativeTime } from '@/components/RelativeTime';
import { StaticTable } from '@/components/StaticTable';
import { deliveriesQuery, useResend } from '@/entities/alert/alert.queries';
import classes from './alerts.module.css';

const helper = createColumnHelper<DataTableFeatures, AlertDelivery>();

const columns = helper.columns([
  helper.accessor('summary', {
    id: 'summary',
    header: 'Message',
    meta: { track: 'minmax(0, 2fr)', card: 'title' },
    cell: ({ getValue }) => (
      <span className={`truncate ${classes.summary}`} title={getValue()}>
        {getValue()}
      </span>
    ),
  }),
  helper.accessor('address', {
    id: 'address',
    header: 'Sent to',
    meta: { track: 'minmax(0, 1.4fr)', card: 'line', cardLabel: 'Sent to' },
    cell: ({ row }) => <Destination delivery={row.original} />,
  }),
  helper.display({
    id: 'state',
    header: 'Result',
    meta: { track: 'minmax(0, 1.6fr)', card: 'line' },
    cell: ({ row }) => <DeliveryResult delivery={row.original} />,
  }),
  helper.accessor('created_at', {
    id: 'created',
    header: 'Time',
    meta: { track: 'minmax(90px, 0.6fr)', card: 'line', cardLabel: 'Time' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
  helper.display({
    id: 'actions',
    header: () => <VisuallyHidden>Actions</VisuallyHidden>,
    meta: { track: '136px', card: 'aside', align: 'end' },
    cell: ({ row }) => <ResendButton delivery={row.original} />,
  }),
]);

interface Props {
  rule?: string;
  /** The number of firing alerts. When it changes, messages are sent. */
  firing: number | undefined;
}

/** The log of the messages of a rule, or of all rules. */
export function Deliveries({ rule, firing }: Props) {
  const query = useInfiniteQuery(deliveriesQuery(rule));
  useRefetchOnChange(query, firing);
  const canWrite = useCanWrite();
  return (
    <section aria-labelledby="deliveries" className={classes.section}>
      <div className={`spread ${classes.sectionHeader}`}>
        <h2 id="deliveries" className="heading">
          Delivery log
        </h2>
      </div>
      <QueryView
        query={query}
        errorTitle="The delivery log could not be loaded"
        empty={
          <p className="hint breakable" role="status">
            No message has been sent yet.
          </p>
        }
        more="Show older messages"
      >
        <StaticTable
          columns={columns}
          rows={query.data}
          idOf={({ id }) => id}
          label="Deliveries"
          pendingRows={3}
          visibility={{ actions: canWrite }}
        />
      </QueryView>
    </section>
  );
}

/** An e-mail address, or the name and the address of a webhook. */
function Destination({ delivery: { channel, address, webhook_name: name } }: { delivery: AlertDelivery }) {
  if (channel === 'email') {
    return (
      <span className={`truncate ${classes.address}`} title={address}>
        {address}
      </span>
    );
  }
  return (
    <span className={`truncate ${classes.address}`} title={address}>
      {name ?? 'Deleted webhook'}
      <span className={`hint ${classes.secondary}`}>{address}</span>
    </span>
  );
}

function ResendButton({ delivery }: { delivery: AlertDelivery }) {
  const resend = useResend();
  // The answer to a proposal is sent once, to its author.
  if (delivery.state === 'pending' || delivery.type === 'answer') return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={resend.isPending}
      aria-label={`Send “${delivery.summary}” to ${delivery.webhook_name ?? delivery.address} again`}
      onClick={() =>
        resend.mutate(delivery.id, {
          onSuccess: () => notifySuccess('The message is sent again.'),
          onError: (error) => notifyError('The message was not sent again', error),
        })
      }
    >
      Send again
    </Button>
  );
}
