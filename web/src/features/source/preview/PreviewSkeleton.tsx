import { Skeleton } from '@mantine/core';
import classes from './preview.module.css';

/** The placeholder of a report while the test runs. */
export function PreviewSkeleton() {
  return (
    <div className={`stack-16 ${classes.report}`} aria-hidden="true">
      <Skeleton height={40} />
      <Skeleton height={96} />
      <Skeleton height={56} />
      {[70, 85, 60, 75, 80].map((width) => (
        <Skeleton key={width} height={16} width={`${width}%`} />
      ))}
    </div>
  );
}
