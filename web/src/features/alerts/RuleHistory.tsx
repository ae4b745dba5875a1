import { Anchor } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createColumnHelper, useTable } from '@tanstack/react-table';
import { Link } from 'react-router-dom';
import type { AlertOccurrence } from '@/api/gen/types.gen';
import { loadError } from '@/api/load-error';
import { dataTableFeatures, NO_ROWS, type DataTableFeatures } from '@/components/data-table';
import { DataTable } from '@/components/DataTable';
import { ErrorState } from '@/components/ErrorState';
import { Icon } from '@/components/Icon';
import { MoreButton } from '@/components/MoreButton';
import { RelativeTime } from '@/components/RelativeTime';
import { StaleNote } from '@/components/StaleNote';
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
    enableSorting: false,
    meta: { track: 'minmax(0, 2fr)', card: 'title' },
    cell: ({ row }) => <Subject occurrence={row.original} />,
  }),
  helper.accessor('fired_at', {
    id: 'fired',
    header: 'Fired',
    enableSorting: false,
    meta: { track: 'minmax(90px, 0.7fr)', card: 'line', cardLabel: 'Fired' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
  helper.display({
    id: 'end',
    header: 'Ended',
    enableSorting: false,
    meta: { track: 'minmax(110px, 0.9fr)', card: 'line', cardLabel: 'Ended' },
    cell: ({ row }) => <End occurrence={row.original} />,
  }),
  helper.display({
    id: 'messages',
    header: 'Messages',
    enableSorting: false,
    meta: { track: 'minmax(110px, 1fr)', card: 'line', cardLabel: 'Messages' },
    cell: ({ row }) => <Messages occurrence={row.original} />,
  }),
]);

/** The alerts of a rule that have fired, including ended ones, newest first. */
export function RuleHistory({ rule }: { rule: string }) {
  const query = useInfiniteQuery(occurrencesQuery(rule));
  const occurrences = query.data?.pages.flatMap((page) => page.items);
  const table = useTable({
    features: dataTableFeatures,
    columns,
    data: occurrences ?? NO_ROWS,
    getRowId: (row) => row.alert.id,
  });
  const error = loadError(query);
  return (
    <section aria-labelledby="alert-history" className={classes.section}>
      <div className={classes.sectionHeader}>
        <h2 id="alert-history" className={classes.heading}>
          Alerts of the last 90 days
        </h2>
      </div>
      {error ? (
        <ErrorState
          title="The history of the alerts could not be loaded"
          error={error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : occurrences?.length === 0 ? (
        <p className={classes.hint} role="status">
          This rule has not fired in the last 90 days.
        </p>
      ) : (
        <>
          <StaleNote query={query} />
          <DataTable table={table} label="History of the alerts" pendingRows={occurrences ? 0 : 3} />
          <MoreButton query={query}>Show older alerts</MoreButton>
        </>
      )}
    </section>
  );
}

function Subject({ occurrence: { alert } }: { occurrence: AlertOccurrence }) {
  return (
    <span className={classes.summary} title={alert.text}>
      {alert.source ? (
        <Anchor component={Link} to={paths.source(alert.source.id)}>
          {alert.source.name}
        </Anchor>
      ) : (
        'The sources of this rule'
      )}{' '}
      <span className={classes.hint}>{alert.text}</span>
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
  if (deliveries === 0) return <span className={classes.hint}>None sent</span>;
  return (
    <Anchor href="#deliveries">
      {formatCount(deliveries, 'message')}
      {failed > 0 && `, ${failed} failed`}
    </Anchor>
  );
}
