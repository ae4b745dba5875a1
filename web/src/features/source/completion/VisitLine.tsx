import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { scheduleVisit } from '@/api/gen/sdk.gen';
import type { Source } from '@/api/gen/types.gen';
import { queryKeys } from '@/api/query-keys';
import { useCanWrite } from '@/auth/member';
import { notifyError } from '@/components/notify';
import { RelativeTime } from '@/components/RelativeTime';
import classes from './SourceProposals.module.css';
import { isFirstVisitDue, visitQuery } from './visit.queries';

/** Shows when the homepage of an incomplete source was or will be visited, and why a visit failed. */
export function VisitLine({ source }: { source: Source }) {
  const canWrite = useCanWrite();
  const queryClient = useQueryClient();
  const { data: visit } = useQuery(visitQuery(source.id));
  const schedule = useMutation({
    mutationFn: async () => (await scheduleVisit({ path: { id: source.id } })).data,
    onSuccess: (scheduled) => {
      queryClient.setQueryData(visitQuery(source.id).queryKey, scheduled);
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
        {isFirstVisitDue(visit) ? (
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
      {canWrite && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={isFirstVisitDue(visit)}
          loading={schedule.isPending}
          onClick={() => schedule.mutate()}
        >
          Visit homepage
        </Button>
      )}
    </p>
  );
}
