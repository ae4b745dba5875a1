import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { loadError } from '@/api/load-error';
import { EmptyState } from '@/components/EmptyState';
import { ErrorState } from '@/components/ErrorState';
import { SkeletonRows } from '@/components/SkeletonRows';
import { StaleNote } from '@/components/StaleNote';
import { historyQuery } from '../source.queries';
import { HistoryEntry } from './HistoryEntry';
import classes from './history.module.css';

/** Lists the changes to a source and its endpoints, newest first. */
export function HistoryTab({ id }: { id: string }) {
  const query = useInfiniteQuery(historyQuery(id));
  const error = loadError(query);
  if (error) {
    return (
      <ErrorState
        title="The history could not be loaded"
        error={error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!query.data) return <SkeletonRows rows={8} />;

  const events = query.data.pages.flatMap((page) => page.items);
  if (events.length === 0) {
    return (
      <EmptyState icon="history" title="No changes yet">
        This page lists the changes to the source and its endpoints.
      </EmptyState>
    );
  }
  return (
    <>
      <StaleNote query={query} />
      <ol className={classes.list} aria-label="Changes, newest first">
        {events.map((event) => (
          <HistoryEntry key={event.id} event={event} />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          className={classes.older}
          variant="default"
          onClick={() => void query.fetchNextPage()}
          loading={query.isFetchingNextPage}
        >
          Show older
        </Button>
      )}
    </>
  );
}
