import { Skeleton } from '@mantine/core';
import classes from './SkeletonRows.module.css';

/** Placeholder rows with a table's row height, so that the layout does not shift. */
export function SkeletonRows({ rows = 10 }: { rows?: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.row}>
          <Skeleton height={12} />
          <Skeleton height={12} />
          <Skeleton height={12} />
        </div>
      ))}
    </div>
  );
}
