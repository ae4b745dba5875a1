import { Skeleton, VisuallyHidden } from '@mantine/core';
import { SkeletonRows } from '@/components/SkeletonRows';
import classes from './SourceSkeleton.module.css';

/** The placeholder of the source page: heading, state, tabs, details and endpoints. */
export function SourceSkeleton() {
  return (
    <div role="status">
      <title>Source · News Sources</title>
      <VisuallyHidden>Loading the source</VisuallyHidden>
      <div className={classes.heading}>
        <Skeleton width={40} height={40} />
        <Skeleton width={260} height={24} />
      </div>
      <Skeleton width={200} height={12} />
      <div className={classes.tabs}>
        <Skeleton width={220} height={14} />
      </div>
      <DetailsSkeleton />
    </div>
  );
}

/** The placeholder of the overview: details and endpoints. */
export function OverviewSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>Loading the overview</VisuallyHidden>
      <DetailsSkeleton />
    </div>
  );
}

function DetailsSkeleton() {
  return (
    <>
      <SkeletonRows rows={4} />
      <div className={`card ${classes.facts}`}>
        {Array.from({ length: 6 }, (_, at) => (
          <div key={at} className={classes.fact}>
            <Skeleton width={72} height={10} />
            <Skeleton width={120} height={12} />
          </div>
        ))}
      </div>
    </>
  );
}
