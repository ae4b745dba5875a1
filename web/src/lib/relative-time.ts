const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Up to this age the words are relative; older things are better placed by their date. */
const RELATIVE_DAYS = 30;

/** "now", "5 min ago", "3 h ago", "in 2 d"; from a month on the date. */
export function formatRelativeTime(at: Date, now: Date): string {
  const seconds = Math.round((now.getTime() - at.getTime()) / 1000);
  const distance = Math.abs(seconds);
  if (distance < 45) return 'now';
  if (distance >= RELATIVE_DAYS * DAY) return shortDate.format(at);
  const words =
    distance < 59.5 * MINUTE
      ? `${Math.max(1, Math.round(distance / MINUTE))} min`
      : distance < 23.5 * HOUR
        ? `${Math.round(distance / HOUR)} h`
        : `${Math.round(distance / DAY)} d`;
  return seconds > 0 ? `${words} ago` : `in ${words}`;
}

/** How long the words above stay true, so that a clock ticks no more often than it shows. */
export function nextTickMs(at: Date, now: Date): number {
  const distance = Math.abs(now.getTime() - at.getTime()) / 1000;
  if (distance < HOUR) return 20_000;
  return distance < DAY ? 10 * MINUTE * 1000 : HOUR * 1000;
}

// One spelling for everybody, as the words around it are English; the hour is the person's own.
const shortDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const fullDate = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

export function formatDateTime(at: Date): string {
  return fullDate.format(at);
}

const hourAndMinute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** "10:42", for what is not older than today. */
export function formatClockTime(at: Date): string {
  return hourAndMinute.format(at);
}
