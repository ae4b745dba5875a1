import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '@/api/describe-error';
import type { HeldEndpoint, HeldItemsDecision } from '@/api/gen/types.gen';
import { notifyFailure, notifySuccess } from '@/components/notify';
import { decideHeld, refetchDecided } from '@/entities/check/held-items';
import { formatCount } from '@/lib/format-count';
import { mapConcurrently } from '@/lib/map-concurrently';

/** The number of decisions that are sent at the same time. */
const CONCURRENCY = 4;
/** The maximum number of failures that are named. */
const SHOWN_FAILURES = 5;
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
        try {
          await decideHeld(endpoint, { decision, version: endpoint.version });
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
    onSettled: (_outcomes, _error, { endpoints }) => refetchDecided(queryClient, endpoints),
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
