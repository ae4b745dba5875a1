import { Anchor, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { isFirstLoad } from '@/api/first-load';
import type { Overview } from '@/api/gen/types.gen';
import { EmptyState } from '@/components/EmptyState';
import { ExactTime } from '@/components/ExactTime';
import { PageHeader } from '@/components/PageHeader';
import { QueryView } from '@/components/QueryView';
import { RelativeTime } from '@/components/RelativeTime';
import { changesQuery, overviewQuery } from '@/entities/overview/overview.queries';
import { paths } from '@/lib/paths';
import { Coverage } from './Coverage';
import { Freshness } from './Freshness';
import { HostTable } from './HostTable';
import classes from './OverviewPage.module.css';
import { RecentChanges } from './RecentChanges';
import { RegisterItems } from './RegisterItems';
import { StatesOverTime } from './StatesOverTime';

const LOADING = <Skeleton height={320} />;

/** The state of the register over the last days. */
export function Component() {
  const query = useQuery(overviewQuery());
  const changes = useQuery(changesQuery());
  return (
    <>
      <PageHeader title="Overview" />
      {/* Shown together, because a list that arrives later would move the others. */}
      {isFirstLoad(changes) ? (
        LOADING
      ) : (
        <QueryView query={query} errorTitle="The overview could not be loaded" loading={LOADING}>
          {(overview) => <Figures overview={overview} />}
        </QueryView>
      )}
    </>
  );
}

function Figures({ overview }: { overview: Overview }) {
  if (!overview.computed_at) {
    return (
      <EmptyState icon="pulse" title="No figures yet">
        The figures are computed every 2 minutes. The first ones appear soon after the start of the service.
      </EmptyState>
    );
  }
  if (isEmpty(overview)) {
    return (
      <EmptyState
        icon="pulse"
        title="Nothing to show yet"
        actions={
          <Button component={Link} to={paths.sources} variant="default">
            Show the sources
          </Button>
        }
      >
        This page shows the health of the sources, their items per day and the slowest sites as soon as a source is
        active.
      </EmptyState>
    );
  }
  return (
    <>
      {overview.unknown_since && (
        <p className={classes.lastKnown}>
          The chart and the list of sites with problems show the last known health, from before{' '}
          <ExactTime at={overview.unknown_since} />.
        </p>
      )}
      <div className={classes.sections}>
        <div className={classes.charts}>
          <StatesOverTime days={overview.days} isUnknown={overview.unknown_since !== undefined} />
          <RegisterItems days={overview.days} />
        </div>
        <div className={classes.lists}>
          <RecentChanges />
          <Freshness overview={overview} />
          <HostTable
            title="Sites with the most endpoints with problems"
            none="No endpoint has a problem."
            hosts={overview.worst_hosts}
          />
          <HostTable title="Slowest sites" none="No check has succeeded yet." hosts={overview.slowest_hosts} />
          <Coverage overview={overview} />
        </div>
      </div>
      <p className={`dimmed ${classes.note}`}>
        Computed <RelativeTime at={overview.computed_at} />.{' '}
        <Anchor component={Link} to={paths.checks} inherit underline="always">
          Show checks and incidents
        </Anchor>
      </p>
    </>
  );
}

/** Reports whether no source is or was active in the time of the charts. */
function isEmpty({ endpoints, countries, days }: Overview): boolean {
  return (
    endpoints === 0 &&
    countries.length === 0 &&
    days.every(({ items, states }) => !items && !Object.keys(states).length)
  );
}
