import { Skeleton, VisuallyHidden } from '@mantine/core';
import { SkeletonRows } from '@/components/SkeletonRows';
import classes from './PageSkeleton.module.css';

/**
 * Shown at the root until the session is known. It has no skeleton, because the next page may be
 * any page.
 */
export function RootFallback() {
  return (
    <div role="status">
      <VisuallyHidden>Loading</VisuallyHidden>
    </div>
  );
}

/** The placeholder of a page while its code, the session or the member loads. */
export function PageSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>Loading</VisuallyHidden>
      <div className={classes.header}>
        <Skeleton width={160} height={24} />
      </div>
      <SkeletonRows rows={8} />
    </div>
  );
}
