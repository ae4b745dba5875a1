import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { changesQuery, yesterday } from '@/entities/overview/overview.queries';
import { formatNumber } from '@/lib/format-count';
import { CHANGE_ACTION } from '@/lib/labels';
import { paths } from '@/lib/paths';
import classes from './OverviewPage.module.css';

/** The changes by people and imports since the beginning of yesterday, by kind. */
export function RecentChanges() {
  const { data, isError } = useQuery(changesQuery());
  const day = yesterday();
  const counts = data && listCounts(data.actions);
  return (
    <section className={`card ${classes.card}`}>
      <h2 className={`heading ${classes.heading}`}>Changes yesterday and today</h2>
      {isError && !data && <p className={classes.text}>The changes could not be loaded.</p>}
      {counts?.length === 0 && <p className={classes.text}>Nothing was changed yesterday or today.</p>}
      <ul className={`list ${classes.list}`} aria-label="Changes yesterday and today">
        {counts?.map(([action, count]) => (
          <li key={action}>
            <Anchor component={Link} to={paths.changesSince(day, action)} inherit>
              {CHANGE_ACTION[action]}
            </Anchor>
            <span className={`dimmed ${classes.value}`}>
              {formatNumber(count)}
              {data?.is_minimum && ' or more'}
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

/**
 * Returns the counts of the actions that the history can be filtered by, in the order of its
 * filter.
 */
function listCounts(actions: Record<string, number>): [string, number][] {
  return Object.keys(CHANGE_ACTION)
    .map((action): [string, number] => [action, actions[action] ?? 0])
    .filter(([, count]) => count > 0);
}
