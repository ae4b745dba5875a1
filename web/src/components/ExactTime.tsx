import { formatExactTime, formatDateTime } from '@/lib/relative-time';

/**
 * Shows a point in time of a schedule or a log: "Mon 23 Nov 2026, 10:42". The title has also the
 * seconds and the time zone.
 */
export function ExactTime({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatDateTime(date)}>
      {formatExactTime(date)}
    </time>
  );
}
