import { formatRecentDate } from '@/lib/dates';
import { formatDateTime } from '@/lib/relative-time';
import { useNow } from '@/lib/use-now';

/**
 * Shows the beginning of a state as "since today at 14:13". The title and the dateTime attribute
 * have the exact time.
 */
export function Since({ at }: { at: string }) {
  const now = useNow();
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatDateTime(date)}>
      since {formatRecentDate(date, now)}
    </time>
  );
}
