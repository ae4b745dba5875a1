import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { CheckStatus } from '@/api/gen/types.gen';
import { loadError } from '@/api/load-error';
import { useIsAdmin } from '@/auth/member';
import { Icon } from '@/components/Icon';
import { PageHeader } from '@/components/PageHeader';
import { QueryView } from '@/components/QueryView';
import { ToneBadge } from '@/components/ToneBadge';
import { checkStatusQuery } from '@/entities/check/check-status.queries';
import { incidentsQuery } from '@/entities/check/incidents.queries';
import { pausedText } from '@/entities/check/paused-text';
import { formatNumber } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import classes from './ChecksPage.module.css';
import { IncidentLog } from './IncidentLog';
import { PauseChecks } from './PauseChecks';

/** Whether the service checks the sources, and when it could not. */
export function Component() {
  const query = useQuery(checkStatusQuery());
  const isAdmin = useIsAdmin();
  const status = query.data;
  const error = loadError(query);
  return (
    <>
      <PageHeader
        title="Checks"
        actions={
          isAdmin && !error ? status ? <PauseChecks status={status} /> : <Skeleton width={152} height={36} /> : null
        }
      />
      <QueryView
        query={query}
        errorTitle="The state of the checks could not be loaded"
        loading={<Skeleton className={classes.loading} />}
      >
        {(status) => <Status status={status} />}
      </QueryView>
      <IncidentLog />
    </>
  );
}

/** More is counted as this number; see CheckStatus in the contract. */
const MAX_COUNTED = 10_000;

function countedText(n: number): string {
  return n >= MAX_COUNTED ? `${formatNumber(MAX_COUNTED)} or more` : formatNumber(n);
}

function Status({ status }: { status: CheckStatus }) {
  const { paused, due, overdue } = status;
  const { data: incidents } = useQuery(incidentsQuery());
  const isSuspended = incidents?.some(({ scope, ended_at }) => scope === 'service' && !ended_at);
  const tone = paused || isSuspended ? 'warn' : 'ok';
  return (
    <section className={`card ${classes.status}`} aria-label="State of the checks">
      <p className={`wrap breakable ${classes.state}`}>
        <ToneBadge tone={tone} icon={<Icon name={tone === 'ok' ? 'check' : 'pause'} size={14} />}>
          {paused ? 'Paused' : isSuspended ? 'Suspended' : 'Running'}
        </ToneBadge>
        {paused && `All checks are paused. ${pausedText(status)}`}
        {!paused && isSuspended && 'The service cannot reach any site. The checks continue when a site answers.'}
        {!paused && !isSuspended && 'The endpoints of active sources are checked, each on its own schedule.'}
      </p>
      <dl className={`facts ${classes.facts}`}>
        <div>
          <dt>{tone === 'ok' ? 'Due now' : `Due, but ${paused ? 'paused' : 'suspended'}`}</dt>
          <dd>{countedText(due)}</dd>
        </div>
        <div>
          <dt>Due for more than 5 min</dt>
          <dd>{countedText(overdue)}</dd>
        </div>
        <div>
          <dt>Sources</dt>
          <dd className={classes.links}>
            <Anchor component={Link} to={`${paths.sources}?sort=next_check`} inherit underline="always">
              By next check
            </Anchor>
            <Anchor component={Link} to={paths.work} inherit underline="always">
              With problems
            </Anchor>
          </dd>
        </div>
      </dl>
    </section>
  );
}
