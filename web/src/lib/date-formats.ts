import { once } from './once';

/**
 * Returns a format for dates in English, in the time zone of the browser. The Intl object takes
 * several milliseconds, so it is created at the first use: the start of the app needs no dates.
 */
function dateFormat(options: Intl.DateTimeFormatOptions): { format: (at: Date) => string } {
  const intl = once(() => new Intl.DateTimeFormat('en-GB', options));
  return { format: (at) => intl().format(at) };
}

/** Returns the time zone of the browser, in which all times are shown. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** The time of day of something that happened today: "10:42". */
export const clockTime = dateFormat({ hour: '2-digit', minute: '2-digit' });
/** A day of the current year at which a state began: "17 Nov". */
export const dayOfYear = dateFormat({ day: 'numeric', month: 'short' });
/** Any other day: "17 Nov 2026". */
export const dayAndYear = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });
/** A point in time of a schedule or a log: "Mon 23 Nov 2026, 10:42". */
export const exactTime = dateFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
/** A point in time in full, in the title of a shorter or relative time. */
export const fullDate = dateFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});
