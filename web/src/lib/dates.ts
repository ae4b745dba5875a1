import { clockTime, dayAndYear, dayOfYear } from './date-formats';

// Days are written as in <input type="date"> (2026-12-03), in the browser's time zone.

function twoDigits(n: number): string {
  return String(n).padStart(2, '0');
}

/** Returns the local day of a timestamp, or '' without one. */
export function toLocalDay(at: string | undefined): string {
  if (!at) return '';
  const date = new Date(at);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** Returns the timestamp at which a local day begins. */
export function startOfLocalDay(day: string): string {
  return new Date(`${day}T00:00:00`).toISOString();
}

/** Returns the local day after a date. */
export function dayAfter(now: Date): string {
  const tomorrow = new Date(now);
  tomorrow.setDate(now.getDate() + 1);
  return toLocalDay(tomorrow.toISOString());
}

/** Returns the day after a day. */
export function nextDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

/** Formats a date as "today at 09:12", "17 Nov", or with the year if it is not the current one. */
export function formatRecentDate(at: Date, now: Date): string {
  if (at.toDateString() === now.toDateString()) return `today at ${clockTime.format(at)}`;
  return (at.getFullYear() === now.getFullYear() ? dayOfYear : dayAndYear).format(at);
}

/** Formats a day or a timestamp as "3 Dec 2026". */
export function formatDay(at: string): string {
  // Date parses a day without a time as UTC midnight, which is the previous day west of Greenwich.
  return dayAndYear.format(new Date(at.length === 10 ? `${at}T00:00:00` : at));
}
