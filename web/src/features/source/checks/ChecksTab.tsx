import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Source } from '@/api/gen/types.gen';
import { EmptyState } from '@/components/EmptyState';
import { SkeletonRows } from '@/components/SkeletonRows';
import { healthQuery } from '../source.queries';
import { worstEndpoint } from '../worst-endpoint';
import { AttemptList } from './AttemptList';
import { EndpointChoice } from './EndpointChoice';
import { EndpointHealthPanel } from './EndpointHealthPanel';
import { EvidencePanel } from './EvidencePanel';
import { useEndpointParam } from './use-endpoint-param';

/** The endpoint that gives the source its health. It stays the same while the health changes. */
function useWorstEndpoint(source: Source): { isPending: boolean; id: string | undefined } {
  const { data, isPending } = useQuery(healthQuery(source.id));
  const [first, setFirst] = useState<{ sourceId: string; id: string | undefined }>();
  if (data && first?.sourceId !== source.id)
    setFirst({ sourceId: source.id, id: data.state === 'ok' ? undefined : worstEndpoint(data) });
  return { isPending, id: first?.id };
}

/** The health of an endpoint and its checks: of the broken one, if none was chosen. */
export function ChecksTab({ source }: { source: Source }) {
  const worst = useWorstEndpoint(source);
  const [endpoint, choose] = useEndpointParam(source, worst.id);
  if (!endpoint) {
    return (
      <EmptyState icon="pulse" title="No checks yet">
        This source has no endpoints, so nothing is checked. Add an endpoint on the overview.
      </EmptyState>
    );
  }
  if (worst.isPending && source.endpoints.length > 1) return <SkeletonRows rows={8} />;
  return (
    <>
      <EndpointChoice source={source} endpoint={endpoint} onChange={choose} />
      <EndpointHealthPanel source={source} endpoint={endpoint} />
      <EvidencePanel key={`evidence ${endpoint.id}`} endpoint={endpoint} />
      <AttemptList key={endpoint.id} endpoint={endpoint} />
    </>
  );
}
