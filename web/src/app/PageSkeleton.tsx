import { Skeleton, VisuallyHidden } from '@mantine/core';
import { SkeletonRows } from '@/components/SkeletonRows';
import classes from './PageSkeleton.module.css';

/** At the root nobody knows yet which page it will be, so no shape is shown that would be wrong a moment later. */
export function Pending() {
  return (
    <div role="status">
      <VisuallyHidden>Loading</VisuallyHidden>
    </div>
  );
}

/** The shape of a page while its code, the session or the person's role is on the way. */
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
