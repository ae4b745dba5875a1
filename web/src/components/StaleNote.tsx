import { Button } from '@mantine/core';
import { describeError } from '@/api/describe-error';
import { formatClockTime } from '@/lib/relative-time';
import { Note } from './Note';
import classes from './StaleNote.module.css';

interface Props {
  /** What useQuery returned. */
  query: { data: unknown; error: unknown; isFetching: boolean; dataUpdatedAt: number; refetch: () => unknown };
}

/** Above what was loaded once and could not be loaded again: it is shown, but may no longer be so. */
export function StaleNote({ query }: Props) {
  if (!query.error || query.data === undefined) return null;
  return (
    <div className={classes.place}>
      <Note tone="warn">
        <div className={classes.row}>
          <span>
            Shown as of {formatClockTime(new Date(query.dataUpdatedAt))}; it could not be refreshed:{' '}
            {describeError(query.error).heading}
          </span>
          <Button size="compact-sm" variant="default" onClick={() => void query.refetch()} loading={query.isFetching}>
            Try again
          </Button>
        </div>
      </Note>
    </div>
  );
}
