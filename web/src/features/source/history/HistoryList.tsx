import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '@/components/EmptyState';
import { QueryView } from '@/components/QueryView';
import type { historyQuery } from '@/entities/source/source.queries';
import { ChangeSetEntry } from './ChangeSetEntry';
import { groupEvents } from './group-events';
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
  return (
    <QueryView
      query={query}
      errorTitle="The history could not be loaded"
      empty={
        <EmptyState icon="history" title={emptyTitle}>
          {emptyText}
        </EmptyState>
      }
      more="Show older"
    >
      {(events) => (
        <ol className={`list card divided ${classes.list}`} aria-label="Changes, newest first">
          {/* A flat list: in nested ones, a new entry would remount all others. */}
          {groupEvents(events).flatMap(([event, ...others]) => {
            const id = event!.change_set_id;
            const isGroup = others.length > 0 || (event!.change_set_changed ?? 0) > 1;
            // In the history of a source, each event is a version that can be restored.
            return withSource && id && isGroup
              ? [<ChangeSetEntry key={event!.id} event={event!} id={id} />]
              : [event!, ...others].map((each) => <HistoryEntry key={each.id} event={each} withSource={withSource} />);
          })}
        </ol>
      )}
    </QueryView>
  );
}
