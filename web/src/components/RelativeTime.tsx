import { Tooltip } from '@mantine/core';
import { formatDateTime, formatRelativeTime } from '@/lib/relative-time';
import { useNow } from '@/lib/use-now';

/** Shows a time as "5 min ago", kept up to date. The tooltip and the dateTime attribute have the exact time. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  const date = new Date(at);
  return (
    <Tooltip label={formatDateTime(date)}>
      <time dateTime={at}>{formatRelativeTime(date, now)}</time>
    </Tooltip>
  );
}
