import { Anchor } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { listRegisterHistory } from '@/api/gen/sdk.gen';
import type { AuditEvent } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';
import { CHANGE_ACTION } from '@/lib/labels';
import { DAY_MS } from '@/lib/last-days';
import { toLocalDay, startOfLocalDay } from '@/lib/dates';
import { formatNumber } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import classes from './OverviewPage.module.css';

/** More changes are counted as "or more". */
const MAX_COUNTED = 200;

/** Queries the changes since the beginning of yesterday. */
export function changesQuery() {
  const day = yesterday();
  return queryOptions({
    queryKey: [...queryKeys.history('all'), 'since', day],
    queryFn: async ({ signal }) =>
      (await listRegisterHistory({ query: { since: startOfLocalDay(day), limit: MAX_COUNTED }, signal })).data,
  });
}

/** The changes by people and imports since the beginning of yesterday, by kind. */
export function RecentChanges() {
  const { data, isError } = useQuery(changesQuery());
  const day = yesterday();
  const counts = data && countActions(data.items);
  return (
    <section className={classes.card}>
      <h2 className={classes.heading}>Changes yesterday and today</h2>
      {isError && !data && <p className={classes.text}>The changes could not be loaded.</p>}
      {counts?.length === 0 && <p className={classes.text}>Nothing was changed yesterday or today.</p>}
      <ul className={classes.list} aria-label="Changes yesterday and today">
        {counts?.map(([action, count]) => (
          <li key={action}>
            <Anchor component={Link} to={paths.changesSince(day, action)} inherit>
              {CHANGE_ACTION[action]}
            </Anchor>
            <span className={classes.value}>
              {formatNumber(count)}
              {data?.next_cursor && ' or more'}
            </span>
          </li>
        ))}
      </ul>
      {counts && counts.length > 0 && (
        <p className={classes.text}>
          <Anchor component={Link} to={paths.changesSince(day)} inherit underline="always">
            Show all changes
          </Anchor>
        </p>
      )}
    </section>
  );
}

function yesterday(): string {
  return toLocalDay(new Date(Date.now() - DAY_MS).toISOString());
}

/** Returns the number of events per kind that the history can be filtered by, in the order of its filter. */
export function countActions(events: Pick<AuditEvent, 'action'>[]): [string, number][] {
  return Object.keys(CHANGE_ACTION)
    .map((action): [string, number] => [action, events.filter((event) => event.action === action).length])
    .filter(([, count]) => count > 0);
}
