import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Source } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { notifyError } from '@/components/notify';
import { RelativeTime } from '@/components/RelativeTime';
import { isFirstVisitDue, useScheduleVisit, visitQuery } from '@/entities/suggestion/visit.queries';
import classes from './completion.module.css';

/**
 * Shows when the homepage of an incomplete source was or will be visited, and why a visit failed.
 */
export function VisitLine({ source }: { source: Source }) {
  const canWrite = useCanWrite();
  const { data: visit } = useQuery(visitQuery(source.id));
  const schedule = useScheduleVisit(source.id);
  if (!visit) return null;
  const failed = visit.outcome !== undefined && visit.outcome !== 'ok';
  return (
    <p className={`wrap hint breakable ${classes.visit}`}>
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
          onClick={() =>
            schedule.mutate(undefined, { onError: (error) => notifyError('The visit was not scheduled', error) })
          }
        >
          Visit homepage
        </Button>
      )}
    </p>
  );
}
