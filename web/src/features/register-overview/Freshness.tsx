import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Overview } from '@/api/gen/types.gen';
import { formatCount, formatNumber } from '@/lib/format-count';
import { formatDuration } from '@/lib/format-duration';
import { paths } from '@/lib/paths';
import classes from './OverviewPage.module.css';

/** How up to date the checks are. */
export function Freshness({ overview }: { overview: Overview }) {
  const { endpoints, fresh, oldest_due_seconds: oldest } = overview;
  // Rounded down: 100 % means all.
  const share = Math.floor((fresh / Math.max(endpoints, 1)) * 1000) / 10;
  return (
    <section className={`card ${classes.card}`} aria-labelledby="freshness">
      <h2 id="freshness" className={`heading ${classes.heading}`}>
        Freshness
      </h2>
      {endpoints === 0 ? (
        <p className={classes.text}>No endpoint was active when these figures were computed.</p>
      ) : (
        <>
          <p className={classes.figure}>{share} %</p>
          <p className={classes.text}>
            {formatNumber(fresh)} of {formatCount(endpoints, 'active endpoint')} are checked on schedule.
          </p>
          <p className={classes.text}>
            {oldest < 60
              ? 'No endpoint has been due for more than 1 min.'
              : `The longest-waiting endpoint has been due for ${formatDuration(oldest)}.`}{' '}
            <Anchor component={Link} to={paths.dueSources} inherit underline="always">
              Show the sources that are due
            </Anchor>
          </p>
        </>
      )}
    </section>
  );
}
