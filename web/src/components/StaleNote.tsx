import { Button } from '@mantine/core';
import { describeError } from '@/api/describe-error';
import { Note } from './Note';
import { RelativeTime } from './RelativeTime';
import classes from './StaleNote.module.css';

interface Props {
  /** When what is shown was read, in milliseconds, as `dataUpdatedAt` of a query. */
  asOf: number;
  /** Why it could not be read again. */
  error: unknown;
  onRetry: () => void;
  retrying: boolean;
}

/** Above what was loaded once and could not be loaded again: it is shown, but may no longer be so. */
export function StaleNote({ asOf, error, onRetry, retrying }: Props) {
  return (
    <div className={classes.place}>
      <Note tone="warn">
        <div className={classes.row}>
          <span>
            This is from <RelativeTime at={new Date(asOf).toISOString()} />, and could not be refreshed:{' '}
            {describeError(error).heading}
          </span>
          <Button size="compact-sm" variant="default" onClick={onRetry} loading={retrying}>
            Try again
          </Button>
        </div>
      </Note>
    </div>
  );
}
