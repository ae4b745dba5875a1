import { clockTime, dayAndYear, exactTime, fullDate } from './date-formats';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The distance in days from which on a date is shown instead of a relative time. */
const RELATIVE_DAYS = 30;

/** Formats a date as "now", "5 min ago", "3 h ago" or "in 2 d", and as a date from 30 days on. */
export function formatRelativeTime(at: Date, now: Date): string {
  const seconds = Math.round((now.getTime() - at.getTime()) / 1000);
  const distance = Math.abs(seconds);
  if (distance < 45) return 'just now';
  if (distance >= RELATIVE_DAYS * DAY) return dayAndYear.format(at);
  const amount =
    distance < 59.5 * MINUTE
      ? `${Math.max(1, Math.round(distance / MINUTE))} min`
      : distance < 23.5 * HOUR
        ? `${Math.round(distance / HOUR)} h`
        : `${Math.round(distance / DAY)} d`;
  return seconds > 0 ? `${amount} ago` : `in ${amount}`;
}

/** Formats the time of the next check as "due now", "within 1 min" or "in 14 min". */
export function formatWait(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  if (seconds <= 0) return 'due now';
  return seconds < 45 ? 'within 1 min' : formatRelativeTime(at, now);
}

/** Formats a point in time of a schedule or a log, such as "Mon 23 Nov 2026, 10:42". */
export function formatExactTime(at: Date): string {
  return exactTime.format(at);
}

/** Formats date, time and time zone in full. */
export function formatDateTime(at: Date): string {
  return fullDate.format(at);
}

/** Formats the local time of day, such as "10:42". */
export function formatClockTime(at: Date): string {
  return clockTime.format(at);
}
