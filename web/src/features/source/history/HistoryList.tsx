import { useInfiniteQuery } from '@tanstack/react-query';
import { loadError } from '@/api/load-error';
import { EmptyState } from '@/components/EmptyState';
import { ErrorState } from '@/components/ErrorState';
import { MoreButton } from '@/components/MoreButton';
import { SkeletonRows } from '@/components/SkeletonRows';
import { StaleNote } from '@/components/StaleNote';
import type { historyQuery } from '@/entities/source/source.queries';
import classes from './history.module.css';
import { HistoryEntry } from './HistoryEntry';

interface Props {
  query: ReturnType<typeof historyQuery>;
  emptyTitle?: string;
  /** What an empty list says. */
  emptyText: string;
  /** Names the source of each change. */
  withSource?: boolean;
}

/** Lists changes, newest first, page by page. */
export function HistoryList({ query: options, emptyTitle = 'No changes yet', emptyText, withSource }: Props) {
  const query = useInfiniteQuery(options);
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
      <EmptyState icon="history" title={emptyTitle}>
        {emptyText}
      </EmptyState>
    );
  }
  return (
    <>
      <StaleNote query={query} />
      <ol className={classes.list} aria-label="Changes, newest first">
        {events.map((event) => (
          <HistoryEntry key={event.id} event={event} withSource={withSource} />
        ))}
      </ol>
      <MoreButton query={query}>Show older</MoreButton>
    </>
  );
}
