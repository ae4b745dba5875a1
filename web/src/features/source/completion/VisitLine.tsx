import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getVisit, scheduleVisit } from '@/api/gen/sdk.gen';
import type { Source, Visit } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';
import { useCanWrite } from '@/auth/member';
import { notifyError } from '@/components/notify';
import { RelativeTime } from '@/components/RelativeTime';
import classes from './SourceProposals.module.css';

const POLL_MS = 4_000;

/** Reports whether the first visit of a homepage is due. */
function isWaiting(visit: Visit | undefined): boolean {
  return visit?.next_at !== undefined && visit.attempts === 0;
}

/** Shows when the homepage of an incomplete source was or will be visited, and why a visit failed. */
export function VisitLine({ source }: { source: Source }) {
  const canWrite = useCanWrite();
  const queryClient = useQueryClient();
  const { data: visit } = useQuery({
    queryKey: [...queryKeys.source(source.id), 'visit'],
    queryFn: async ({ signal }) => (await getVisit({ path: { id: source.id }, signal })).data,
    refetchInterval: ({ state }) => (isWaiting(state.data) ? POLL_MS : false),
  });
  const schedule = useMutation({
    mutationFn: async () => (await scheduleVisit({ path: { id: source.id } })).data,
    onSuccess: (scheduled) => {
      queryClient.setQueryData([...queryKeys.source(source.id), 'visit'], scheduled);
      void queryClient.invalidateQueries({ queryKey: queryKeys.proposals });
    },
    onError: (error) => notifyError('The visit was not scheduled', error),
  });
  if (!visit) return null;
  const failed = visit.outcome !== undefined && visit.outcome !== 'ok';
  return (
    <p className={classes.visit}>
      <span>
        {source.homepage_derived && 'The homepage was derived from the address of a feed. '}
        {isWaiting(visit) ? (
          'The homepage will be visited for the missing fields.'
        ) : failed ? (
          <>
            The homepage could not be read <RelativeTime at={visit.visited_at ?? source.created_at} />: {visit.detail}{' '}
            {visit.next_at && (
              <>
                Next visit <RelativeTime at={visit.next_at} />.
              </>
            )}
          </>
        ) : (
          visit.visited_at && (
            <>
              The homepage was visited <RelativeTime at={visit.visited_at} />.
            </>
          )
        )}
      </span>
      {canWrite && !isWaiting(visit) && (
        <Button size="compact-sm" variant="default" loading={schedule.isPending} onClick={() => schedule.mutate()}>
          Visit homepage
        </Button>
      )}
    </p>
  );
}
