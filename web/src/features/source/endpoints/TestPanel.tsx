import { Button, Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Endpoint, Source } from '@/api/gen/types.gen';
import { EmptyState } from '@/components/EmptyState';
import { Icon } from '@/components/Icon';
import { previewQuery } from '../preview/preview.queries';
import { PreviewError } from '../preview/PreviewError';
import { PreviewReport } from '../preview/PreviewReport';
import { PreviewSkeleton } from '../preview/PreviewSkeleton';
import classes from './endpoints.module.css';

interface Props {
  source: Source;
  /** The id of the endpoint that is tested; null shows no panel. */
  tested: string | null;
  onClose: () => void;
  /** After the panel has gone: whoever opened it gives the focus a place. */
  onClosed: () => void;
}

/** What a check of an endpoint would see now, beside the page. */
export function TestPanel({ source, tested, onClose, onClosed }: Props) {
  // While the panel goes it still shows what it was about.
  const [shown, setShown] = useState(tested);
  if (tested !== null && tested !== shown) setShown(tested);
  const endpoint = source.endpoints.find(({ id }) => id === shown);
  return (
    <Drawer
      opened={tested !== null}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      returnFocus={false}
      position="right"
      size={720}
      title={endpoint ? `Test of ${endpoint.name || 'an endpoint'}` : 'Test of an endpoint'}
      overlayProps={{ backgroundOpacity: 0.35 }}
      classNames={{ title: classes.panelTitle }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {endpoint ? (
        <Result key={endpoint.id} endpoint={endpoint} />
      ) : (
        <EmptyState icon="rss" title="This endpoint is not here any more">
          It was deleted, or the link is of another source.
        </EmptyState>
      )}
    </Drawer>
  );
}

function Result({ endpoint }: { endpoint: Endpoint }) {
  const { data, error, isFetching, refetch } = useQuery(previewQuery(endpoint));
  return (
    <div className={classes.test}>
      <div className={classes.testHead}>
        <span className={classes.testAddress}>{endpoint.url}</span>
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
          <PreviewReport preview={data} expected={endpoint.kind} />
        </div>
      ) : (
        <PreviewSkeleton />
      )}
    </div>
  );
}
