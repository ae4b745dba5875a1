import type { Source } from '@/api/gen/types.gen';
import { EmptyState } from '@/components/EmptyState';
import { AttemptList } from './AttemptList';
import { EndpointChoice } from './EndpointChoice';
import { EndpointHealthPanel } from './EndpointHealthPanel';
import { EvidencePanel } from './EvidencePanel';
import { useEndpointParam } from './use-endpoint-param';

/** The health of an endpoint and its checks. */
export function ChecksTab({ source }: { source: Source }) {
  const [endpoint, choose] = useEndpointParam(source);
  if (!endpoint) {
    return (
      <EmptyState icon="pulse" title="No checks yet">
        This source has no endpoints, so nothing is checked. Add an endpoint on the overview.
      </EmptyState>
    );
  }
  return (
    <>
      <EndpointChoice source={source} endpoint={endpoint} onChange={choose} />
      <EndpointHealthPanel source={source} endpoint={endpoint} />
      <EvidencePanel key={`evidence ${endpoint.id}`} endpoint={endpoint} />
      <AttemptList key={endpoint.id} endpoint={endpoint} />
    </>
  );
}
