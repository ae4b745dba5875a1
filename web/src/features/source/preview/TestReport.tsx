import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { EndpointKind } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import type { addressPreviewQuery, endpointPreviewQuery } from '@/entities/endpoint/preview.queries';
import { PreviewError } from './PreviewError';
import { PreviewReport } from './PreviewReport';
import { PreviewSkeleton } from './PreviewSkeleton';
import classes from './TestReport.module.css';

interface Props {
  query: ReturnType<typeof endpointPreviewQuery> | ReturnType<typeof addressPreviewQuery>;
  address: string;
  expectedKind?: EndpointKind;
}

/** Tests an address and shows the result, with a button to test again. */
export function TestReport({ query, address, expectedKind }: Props) {
  const { data, error, isFetching, refetch } = useQuery(query);
  return (
    <div className="stack-16">
      <div className={classes.head}>
        <span className={`dimmed breakable ${classes.address}`}>{address}</span>
        {data && !error && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="refresh" size={14} />}
            // Not disabled while a test runs: a disabled button loses the focus.
            aria-busy={isFetching}
            onClick={() => !isFetching && void refetch()}
          >
            Test again
          </Button>
        )}
      </div>
      <VisuallyHidden role="status">
        {isFetching ? 'Testing the address …' : data && !error ? 'The test is finished.' : ''}
      </VisuallyHidden>
      {error ? (
        <PreviewError error={error} retrying={isFetching} onRetry={() => void refetch()} />
      ) : data ? (
        <div className={classes.result} aria-busy={isFetching}>
          <PreviewReport preview={data} expectedKind={expectedKind} />
        </div>
      ) : (
        <PreviewSkeleton />
      )}
    </div>
  );
}
