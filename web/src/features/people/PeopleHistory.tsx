import { useInfiniteQuery } from '@tanstack/react-query';
import { loadError } from '@/api/load-error';
import { ErrorState } from '@/components/ErrorState';
import { MoreButton } from '@/components/MoreButton';
import { RelativeTime } from '@/components/RelativeTime';
import { SkeletonRows } from '@/components/SkeletonRows';
import { peopleHistoryQuery } from '@/entities/person/person.queries';
import { describePeopleEvent } from './describe-people-event';
import classes from './people.module.css';

/** Lists the changes of members, invitations and API tokens, newest first. */
export function PeopleHistory() {
  const query = useInfiniteQuery(peopleHistoryQuery());
  const events = query.data?.pages.flatMap((page) => page.items);
  const error = loadError(query);

  function body() {
    if (error) {
      return (
        <ErrorState
          title="The history could not be loaded"
          error={error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      );
    }
    if (!events) return <SkeletonRows rows={3} />;
    if (events.length === 0) return <p className={classes.none}>No changes yet.</p>;
    return (
      <ol className={classes.events} aria-label="Changes of people, newest first">
        {events.map((event) => (
          <li key={event.id} className={classes.event}>
            <span>
              <strong title={event.actor.email || undefined}>{event.actor.name}</strong>{' '}
              {event.actor.token && `(API token “${event.actor.token.name}”) `}
              {describePeopleEvent(event)}
            </span>
            <span className={classes.time}>
              <RelativeTime at={event.at} />
            </span>
          </li>
        ))}
      </ol>
    );
  }

  return (
    <section aria-labelledby="people-history" className={classes.section}>
      <h2 id="people-history" className={classes.heading}>
        History
      </h2>
      {body()}
      <MoreButton query={query}>Show older</MoreButton>
    </section>
  );
}
