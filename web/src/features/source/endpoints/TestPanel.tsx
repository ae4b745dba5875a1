import { Drawer } from '@mantine/core';
import { useState } from 'react';
import type { Source } from '@/api/gen/types.gen';
import { EmptyState } from '@/components/EmptyState';
import { endpointPreviewQuery } from '@/entities/endpoint/preview.queries';
import { TestReport } from '../preview/TestReport';

interface Props {
  source: Source;
  /** The id of the endpoint that is tested; null shows no panel. */
  tested: string | null;
  onClose: () => void;
  /** Called after the closing animation, to restore the focus. */
  onClosed: () => void;
}

/** Tests a saved endpoint and shows the result in a drawer. */
export function TestPanel({ source, tested, onClose, onClosed }: Props) {
  // The panel keeps its content during the closing animation.
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
      classNames={{ title: 'heading' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {endpoint ? (
        <TestReport
          key={endpoint.id}
          query={endpointPreviewQuery(endpoint)}
          address={endpoint.url}
          expectedKind={endpoint.kind}
        />
      ) : (
        <EmptyState icon="rss" title="Endpoint not found">
          It was deleted, or it belongs to another source.
        </EmptyState>
      )}
    </Drawer>
  );
}
