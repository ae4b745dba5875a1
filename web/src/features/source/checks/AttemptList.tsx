import { useInfiniteQuery } from '@tanstack/react-query';
import type { Endpoint } from '@/api/gen/types.gen';
import { loadError } from '@/api/load-error';
import { EmptyState } from '@/components/EmptyState';
import { ErrorState } from '@/components/ErrorState';
import { MoreButton } from '@/components/MoreButton';
import { SkeletonRows } from '@/components/SkeletonRows';
import { StaleNote } from '@/components/StaleNote';
import { AttemptEntry } from './AttemptEntry';
import { attemptsQuery } from './checks.queries';
import classes from './checks.module.css';

/** The checks of an endpoint, newest first, page by page. */
export function AttemptList({ endpoint }: { endpoint: Endpoint }) {
  const query = useInfiniteQuery(attemptsQuery(endpoint.id));
  const error = loadError(query);
  if (error) {
    return (
      <ErrorState
        title="The checks could not be loaded"
        error={error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!query.data) return <SkeletonRows rows={8} />;
  const attempts = query.data.pages.flatMap((page) => page.items);
  if (attempts.length === 0) {
    return (
      <EmptyState icon="pulse" title="No checks yet">
        Each check of this endpoint is listed here for 90 days.
      </EmptyState>
    );
  }
  return (
    <>
      <StaleNote query={query} />
      <ol className={classes.list} aria-label="Checks, newest first">
        {attempts.map((attempt) => (
          <AttemptEntry key={attempt.started_at} attempt={attempt} endpoint={endpoint} />
        ))}
      </ol>
      <MoreButton query={query}>Show older</MoreButton>
    </>
  );
}
