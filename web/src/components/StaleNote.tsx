import { Button } from '@mantine/core';
import { describeError } from '@/api/describe-error';
import { formatClockTime } from '@/lib/relative-time';
import { Note } from './Note';
import classes from './StaleNote.module.css';

interface Props {
  /** The result of useQuery. */
  query: { data: unknown; error: unknown; isFetching: boolean; dataUpdatedAt: number; refetch: () => unknown };
}

/** A warning above data that could not be refreshed. */
export function StaleNote({ query }: Props) {
  if (!query.error || query.data === undefined) return null;
  return (
    <div className={classes.place}>
      <Note tone="warn">
        <div className={classes.row}>
          <span>
            Data as of {formatClockTime(new Date(query.dataUpdatedAt))}. Refresh failed:{' '}
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
