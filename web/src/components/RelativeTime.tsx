import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatDateTime, nextTickMs, formatRelativeTime } from '@/lib/relative-time';

/** "5 min ago", kept true while it is on the screen; the exact time on hover and for machines. */
export function RelativeTime({ at }: { at: string }) {
  const [now, setNow] = useState(() => new Date());
  const date = new Date(at);

  useEffect(() => {
    const timer = window.setTimeout(() => setNow(new Date()), nextTickMs(new Date(at), now));
    return () => window.clearTimeout(timer);
  }, [at, now]);

  return (
    <Tooltip label={formatDateTime(date)}>
      <time dateTime={at}>{formatRelativeTime(date, now)}</time>
    </Tooltip>
  );
}
