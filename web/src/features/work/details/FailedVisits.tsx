import { Anchor, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { ErrorState } from '@/components/ErrorState';
import { MoreButton } from '@/components/MoreButton';
import { RelativeTime } from '@/components/RelativeTime';
import { failedVisitsQuery } from '@/entities/suggestion/visit.queries';
import { paths } from '@/lib/paths';
import classes from './details.module.css';

/** Lists the homepages whose last visit failed, with the reason and the next visit. */
export function FailedVisits({ importId }: { importId: string | null }) {
  const query = useInfiniteQuery(failedVisitsQuery(importId));
  const { data, failureReason } = query;
  if (!data && failureReason) {
    return <ErrorState error={failureReason} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  }
  if (!data) return <Skeleton height={12} mt={8} />;
  return (
    <>
      <ul className={classes.failures}>
        {data.map((visit) => (
          <li key={visit.source_id}>
            <Anchor component={Link} to={paths.source(visit.source_id)} inherit underline="always">
              {visit.source_name}
            </Anchor>
            : {visit.detail}{' '}
            <span className={classes.dim}>
              {visit.next_at ? (
                <>
                  Next visit <RelativeTime at={visit.next_at} />.
                </>
              ) : (
                'It is not visited again, unless you ask for it on the page of the source.'
              )}
            </span>
          </li>
        ))}
      </ul>
      <MoreButton query={query}>Show more</MoreButton>
    </>
  );
}
