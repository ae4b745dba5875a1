import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '@/components/EmptyState';
import { ErrorState } from '@/components/ErrorState';
import { SkeletonRows } from '@/components/SkeletonRows';
import { StaleNote } from '@/components/StaleNote';
import { historyQuery } from '../source.queries';
import { HistoryEntry } from './HistoryEntry';
import classes from './history.module.css';

/** Who changed what in this source and its endpoints, newest first. */
export function HistoryTab({ id }: { id: string }) {
  const query = useInfiniteQuery(historyQuery(id));
  if (!query.data && query.error) {
    return (
      <ErrorState
        title="The history could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!query.data) return <SkeletonRows rows={8} />;

  const events = query.data.pages.flatMap((page) => page.items);
  if (events.length === 0) {
    return (
      <EmptyState icon="history" title="Nothing is recorded yet">
        Every change of this source and its endpoints shows here.
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
