import { Tooltip } from '@mantine/core';
import { formatDateTime, formatWait } from '@/lib/relative-time';
import { useNow } from '@/lib/use-now';

/** The time of the next check, such as "in 14 min", kept up to date. The tooltip has the exact time. */
export function NextCheck({ at }: { at: string }) {
  const now = useNow();
  const date = new Date(at);
  return (
    <Tooltip label={formatDateTime(date)}>
      <time dateTime={at}>{formatWait(date, now)}</time>
    </Tooltip>
  );
}
