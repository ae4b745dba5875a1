import { Anchor } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { Link } from 'react-router-dom';
import type { AlertOccurrence } from '@/api/gen/types.gen';
import type { DataTableFeatures } from '@/components/data-table';
import { Icon } from '@/components/Icon';
import { QueryView } from '@/components/QueryView';
import { RelativeTime } from '@/components/RelativeTime';
import { StaticTable } from '@/components/StaticTable';
import { ToneBadge } from '@/components/ToneBadge';
import { occurrencesQuery } from '@/entities/alert/alert.queries';
import { formatCount } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import classes from './alerts.module.css';

const helper = createColumnHelper<DataTableFeatures, AlertOccurrence>();

const columns = helper.columns([
  helper.display({
    id: 'subject',
    header: 'Subject',
    meta: { track: 'minmax(0, 2fr)', card: 'title' },
    cell: ({ row }) => <Subject occurrence={row.original} />,
  }),
  helper.accessor('fired_at', {
    id: 'fired',
    header: 'Fired',
    meta: { track: 'minmax(90px, 0.7fr)', card: 'line', cardLabel: 'Fired' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
  helper.display({
    id: 'end',
    header: 'Ended',
    meta: { track: 'minmax(110px, 0.9fr)', card: 'line', cardLabel: 'Ended' },
    cell: ({ row }) => <End occurrence={row.original} />,
  }),
  helper.display({
    id: 'messages',
    header: 'Messages',
    meta: { track: 'minmax(110px, 1fr)', card: 'line', cardLabel: 'Messages' },
    cell: ({ row }) => <Messages occurrence={row.original} />,
  }),
]);

/** The alerts of a rule that have fired, including ended ones, newest first. */
export function RuleHistory({ rule }: { rule: string }) {
  const query = useInfiniteQuery(occurrencesQuery(rule));
  return (
    <section aria-labelledby="alert-history" className={classes.section}>
      <div className={`spread ${classes.sectionHeader}`}>
        <h2 id="alert-history" className="heading">
          Alerts of the last 90 days
        </h2>
      </div>
      <QueryView
        query={query}
        errorTitle="The history of the alerts could not be loaded"
        empty={
          <p className="hint breakable" role="status">
            This rule has not fired in the last 90 days.
          </p>
        }
        more="Show older alerts"
      >
        <StaticTable
          columns={columns}
          rows={query.data}
          idOf={({ alert }) => alert.id}
          label="History of the alerts"
          pendingRows={3}
        />
      </QueryView>
    </section>
  );
}

function Subject({ occurrence: { alert } }: { occurrence: AlertOccurrence }) {
  return (
    <span className={`truncate ${classes.summary}`} title={alert.text}>
      {alert.source ? (
        <Anchor component={Link} to={paths.source(alert.source.id)}>
          {alert.source.name}
        </Anchor>
      ) : (
        'The sources of this rule'
      )}{' '}
      <span className="hint breakable">{alert.text}</span>
    </span>
  );
}

function End({ occurrence: { recovered_at: recovered, ended_at: ended } }: { occurrence: AlertOccurrence }) {
  if (recovered) return <RelativeTime at={recovered} />;
  if (ended) return <span title="The rule was changed or disabled.">Ended without recovery</span>;
  return (
    <ToneBadge tone="bad" icon={<Icon name="warning" size={14} />}>
      Firing
    </ToneBadge>
  );
}

function Messages({ occurrence: { deliveries, failed } }: { occurrence: AlertOccurrence }) {
  if (deliveries === 0) return <span className="hint breakable">None sent</span>;
  return (
    <Anchor href="#deliveries">
      {formatCount(deliveries, 'message')}
      {failed > 0 && `, ${failed} failed`}
    </Anchor>
  );
}
