import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '@/api/describe-error';
import { decideHeldItems, listHeldItems } from '@/api/gen/sdk.gen';
import type { HeldEndpoint, HeldItemsDecision } from '@/api/gen/types.gen';
import { invalidate } from '@/api/invalidate';
import { queryKeys } from '@/api/query-keys';
import { notifyFailure, notifySuccess } from '@/components/notify';
import { formatCount } from '@/lib/format-count';
import { mapConcurrently } from '@/lib/map-concurrently';

/** The largest number of sources of one request. */
const MAX_SOURCES = 100;
/** The number of decisions that are sent at the same time. */
const CONCURRENCY = 4;
/** The maximum number of failures that are named. */
const SHOWN_FAILURES = 5;
/**
 * The number of decided endpoints whose data is refetched. A member has only a few sources open.
 */
const MAX_REFETCHED = 20;

/** Queries the endpoints of sources that hold items, with the versions that decisions need. */
export function heldEndpointsQuery(sourceIds: string[]) {
  return queryOptions({
    queryKey: ['held-endpoints', sourceIds],
    queryFn: async ({ signal }) => {
      const endpoints: HeldEndpoint[] = [];
      for (let from = 0; from < sourceIds.length; from += MAX_SOURCES) {
        const query = { source_id: sourceIds.slice(from, from + MAX_SOURCES) };
        endpoints.push(...(await listHeldItems({ query, signal })).data.items);
      }
      return endpoints;
    },
    gcTime: 0, // each confirmation shows the current items, and does not change while it is read
    refetchOnWindowFocus: false,
  });
}

interface Outcome {
  endpoint: HeldEndpoint;
  /** Why the decision was not saved; undefined for success. */
  error?: unknown;
}

/**
 * Decides about the held items of endpoints, one request for each. A notification says what was
 * done, and another one names the endpoints with failed requests. Notifications are used because
 * the group may no longer be on the page.
 */
export function useDecideHeldEndpoints() {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ decision, endpoints }: { decision: HeldItemsDecision; endpoints: HeldEndpoint[] }) =>
      mapConcurrently(endpoints, CONCURRENCY, async (endpoint): Promise<Outcome> => {
        const path = { id: endpoint.source_id, endpoint_id: endpoint.endpoint_id };
        try {
          await decideHeldItems({ path, body: { decision, version: endpoint.version } });
          return { endpoint };
        } catch (error) {
          return { endpoint, error };
        }
      }),
    onSuccess: (outcomes, { decision }) => {
      const decided = outcomes.filter(({ error }) => !error).map(({ endpoint }) => endpoint);
      const failures = outcomes.filter(({ error }) => error);
      if (failures.length > 0) {
        notifyFailure(
          `The items of ${formatCount(failures.length, 'endpoint')} were not ${decision === 'release' ? 'stored' : 'discarded'}`,
          <Failures failures={failures} />,
        );
      }
      if (decided.length > 0) notifySuccess(describe(decision, decided));
    },
    onSettled: (_outcomes, _error, { endpoints }) => {
      const shown = endpoints.slice(0, MAX_REFETCHED);
      invalidate(
        queryClient,
        queryKeys.work,
        queryKeys.sourceLists,
        queryKeys.suggestions,
        queryKeys.overview,
        ...shown.flatMap((each) => [queryKeys.source(each.source_id), queryKeys.checks(each.endpoint_id)]),
      );
    },
  });
  return {
    isPending,
    decide: (decision: HeldItemsDecision, endpoints: HeldEndpoint[], onDecided: () => void) =>
      mutate({ decision, endpoints }, { onSettled: onDecided }),
  };
}

/** Describes the decisions that were saved: "45 items of 3 endpoints were stored as new." */
function describe(decision: HeldItemsDecision, decided: HeldEndpoint[]): string {
  const count = decided.reduce((sum, each) => sum + each.count, 0);
  const what = `${formatCount(count, 'item')} of ${formatCount(decided.length, 'endpoint')} ${count === 1 ? 'was' : 'were'}`;
  return decision === 'release' ? `${what} stored as new.` : `${what} discarded.`;
}

function describeFailure(error: unknown): string {
  const { heading, text } = describeError(error);
  return text || heading;
}

function Failures({ failures }: { failures: Outcome[] }) {
  return (
    <>
      {failures.slice(0, SHOWN_FAILURES).map(({ endpoint, error }) => (
        <div key={endpoint.endpoint_id}>
          {endpoint.source_name}, {endpoint.endpoint_name}: {describeFailure(error)}
        </div>
      ))}
      {failures.length > SHOWN_FAILURES && (
        <div>and {formatCount(failures.length - SHOWN_FAILURES, 'more endpoint')}.</div>
      )}
    </>
  );
}
