import { useInfiniteQuery } from '@tanstack/react-query';
import { QueryView } from '@/components/QueryView';
import { RelativeTime } from '@/components/RelativeTime';
import { peopleHistoryQuery } from '@/entities/person/person.queries';
import { describePeopleEvent } from './describe-people-event';
import classes from './people.module.css';

/** Lists the changes of members, invitations and API tokens, newest first. */
export function PeopleHistory() {
  const query = useInfiniteQuery(peopleHistoryQuery());
  return (
    <section aria-labelledby="people-history" className={classes.section}>
      <h2 id="people-history" className={`heading ${classes.heading}`}>
        History
      </h2>
      <QueryView
        query={query}
        errorTitle="The history could not be loaded"
        loading={3}
        empty={<p className="dimmed">No changes yet.</p>}
        more="Show older"
      >
        {(events) => (
          <ol className="list" aria-label="Changes of people, newest first">
            {events.map((event) => (
              <li key={event.id} className={classes.event}>
                <span>
                  <strong title={event.actor.email || undefined}>{event.actor.name}</strong>{' '}
                  {event.actor.token && `(API token “${event.actor.token.name}”) `}
                  {describePeopleEvent(event)}
                </span>
                <span className="dimmed">
                  <RelativeTime at={event.at} />
                </span>
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </section>
  );
}
