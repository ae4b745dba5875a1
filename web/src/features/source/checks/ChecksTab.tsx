import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isFirstLoad } from '@/api/first-load';
import type { Endpoint, Source } from '@/api/gen/types.gen';
import { EmptyState } from '@/components/EmptyState';
import { SkeletonRows } from '@/components/SkeletonRows';
import { useRestoreFocus } from '@/components/use-restore-focus';
import { attemptsQuery, evidenceQuery } from '@/entities/check/checks.queries';
import { heldItemsQuery } from '@/entities/check/held-items';
import { healthQuery } from '@/entities/source/source.queries';
import { worstEndpoint } from '../worst-endpoint';
import { AttemptList } from './AttemptList';
import { DeletedEndpointNote } from './DeletedEndpointNote';
import { EndpointChoice } from './EndpointChoice';
import { EndpointHealthPanel } from './EndpointHealthPanel';
import { EvidencePanel } from './EvidencePanel';
import { HeldItemsPanel } from './HeldItemsPanel';
import { useEndpointParam } from './use-endpoint-param';
import { useResultParam } from './use-result-param';

/** The endpoint that gives the source its health. It stays the same while the health changes. */
function useWorstEndpoint(source: Source) {
  const { data, isPending } = useQuery(healthQuery(source.id));
  const [first, setFirst] = useState<{ sourceId: string; id: string | undefined }>();
  if (data && first?.sourceId !== source.id)
    setFirst({ sourceId: source.id, id: (data.last_known ?? data).state === 'ok' ? undefined : worstEndpoint(data) });
  return { isPending, id: first?.id, health: data };
}

/** The health of an endpoint and its checks: of the broken one, if none was chosen. */
export function ChecksTab({ source }: { source: Source }) {
  const worst = useWorstEndpoint(source);
  const { endpoint, choose, deletedId } = useEndpointParam(source, worst.id);
  const health = worst.health?.endpoints.find(({ endpoint_id: id }) => id === endpoint?.id);
  const hasHeldItems = health?.held_items !== undefined;
  // A decision about held items removes the focused button.
  const region = useRestoreFocus<HTMLDivElement>(`${endpoint?.id} ${hasHeldItems}`, 'select, summary');
  if (!endpoint) {
    return (
      <>
        <DeletedEndpointNote source={source} deletedId={deletedId} />
        <EmptyState icon="pulse" title="No checks yet">
          This source has no endpoints, so nothing is checked. Add an endpoint on the overview.
        </EmptyState>
      </>
    );
  }
  if (worst.isPending) return <SkeletonRows rows={8} />;
  return (
    <div ref={region}>
      <DeletedEndpointNote source={source} deletedId={deletedId} />
      <EndpointChoice source={source} endpoint={endpoint} onChange={choose} />
      <EndpointChecks key={endpoint.id} source={source} endpoint={endpoint} hasHeldItems={hasHeldItems} />
    </div>
  );
}

interface EndpointChecksProps {
  source: Source;
  endpoint: Endpoint;
  hasHeldItems: boolean;
}

/**
 * The parts about one endpoint. They appear together: one that appeared later would move those
 * below it.
 */
function EndpointChecks({ source, endpoint, hasHeldItems }: EndpointChecksProps) {
  const evidence = useQuery(evidenceQuery(endpoint.id));
  const held = useQuery({ ...heldItemsQuery(endpoint.id, source.id), enabled: hasHeldItems });
  const [result, setResult] = useResultParam();
  const attempts = useInfiniteQuery(attemptsQuery(endpoint.id, result));
  const isLoading = [evidence, held, attempts].some(isFirstLoad);
  // Held items that are found later do not hide the other parts while they load.
  const [wasLoaded, setWasLoaded] = useState(false);
  if (!isLoading && !wasLoaded) setWasLoaded(true);
  if (isLoading && !wasLoaded) return <SkeletonRows rows={8} />;
  return (
    <>
      <EndpointHealthPanel source={source} endpoint={endpoint} />
      {hasHeldItems && <HeldItemsPanel source={source} endpoint={endpoint} />}
      <EvidencePanel endpoint={endpoint} />
      <AttemptList endpoint={endpoint} result={result} onResultChange={setResult} />
    </>
  );
}
