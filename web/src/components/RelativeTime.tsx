import { formatDateTime, formatRelativeTime } from '@/lib/relative-time';
import { useNow } from '@/lib/use-now';

/**
 * Shows a time as "5 min ago", kept up to date. The title and the dateTime attribute have the exact
 * time. It is a title instead of Mantine's tooltip, which took almost half of the time to render a
 * list.
 */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatDateTime(date)}>
      {formatRelativeTime(date, now)}
    </time>
  );
}
