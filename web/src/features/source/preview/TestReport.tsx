import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { EndpointKind } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import type { addressQuery, previewQuery } from './preview.queries';
import { PreviewError } from './PreviewError';
import { PreviewReport } from './PreviewReport';
import { PreviewSkeleton } from './PreviewSkeleton';
import classes from './TestReport.module.css';

interface Props {
  query: ReturnType<typeof previewQuery> | ReturnType<typeof addressQuery>;
  address: string;
  /** What it is taken for. */
  expected?: EndpointKind;
}

/** What a check of an address would see now, and again when asked for. */
export function TestReport({ query, address, expected }: Props) {
  const { data, error, isFetching, refetch } = useQuery(query);
  return (
    <div className={classes.test}>
      <div className={classes.head}>
        <span className={classes.address}>{address}</span>
        {data && !error && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="refresh" size={14} />}
            // Not disabled while busy: that would take the focus away.
            aria-busy={isFetching}
            onClick={() => !isFetching && void refetch()}
          >
            Test again
          </Button>
        )}
      </div>
      <div role="status" className={classes.hidden}>
        {isFetching ? 'Asking the site …' : data && !error ? 'The test is done.' : ''}
      </div>
      {error ? (
        <PreviewError error={error} retrying={isFetching} onRetry={() => void refetch()} />
      ) : data ? (
        <div className={classes.result} aria-busy={isFetching}>
          <PreviewReport preview={data} expected={expected} />
        </div>
      ) : (
        <PreviewSkeleton />
      )}
    </div>
  );
}
