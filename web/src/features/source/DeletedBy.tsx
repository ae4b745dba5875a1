import { useQuery } from '@tanstack/react-query';
import { RelativeTime } from '@/components/RelativeTime';
import { deletionQuery } from '@/entities/source/source.queries';

interface Props {
  sourceId: string;
  /** The deleted endpoint, or undefined for the source. */
  endpointId?: string;
  /** The deleted object, such as “this endpoint”. */
  what: string;
}

/**
 * Says who deleted a source or an endpoint, and when, once the history is read: "Ben deleted this
 * endpoint 2 min ago."
 */
export function DeletedBy({ sourceId, endpointId, what }: Props) {
  const { data: event } = useQuery(deletionQuery(sourceId, endpointId));
  if (!event) return `Another member deleted ${what}.`;
  return (
    <>
      {event.actor.name} deleted {what} <RelativeTime at={event.at} />.
    </>
  );
}
