/** Days as a person writes them into a date field (2026-12-03), in the person's own time zone. */

function twoDigits(n: number): string {
  return String(n).padStart(2, '0');
}

/** The local day of a moment, for <input type="date">; '' for none. */
export function toLocalDay(at: string | undefined): string {
  if (!at) return '';
  const date = new Date(at);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** The moment at which a local day begins. */
export function startOfLocalDay(day: string): string {
  return new Date(`${day}T00:00:00`).toISOString();
}

/** The day after a moment, which is the first one that lies wholly ahead. */
export function dayAfter(now: Date): string {
  const tomorrow = new Date(now);
  tomorrow.setDate(now.getDate() + 1);
  return toLocalDay(tomorrow.toISOString());
}

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dayAndYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** "today at 09:12", "17 Nov", and with the year when it is not this one. */
export function formatRecentDate(at: Date, now: Date): string {
  if (at.toDateString() === now.toDateString()) return `today at ${time.format(at)}`;
  return (at.getFullYear() === now.getFullYear() ? dayOfYear : dayAndYear).format(at);
}

/** "3 Dec 2026" for a day or a moment: for things that are agreed on by day. */
export function formatDay(at: string): string {
  // A day alone would be read as midnight in Greenwich, which is the day before in half of the world.
  return dayAndYear.format(new Date(at.length === 10 ? `${at}T00:00:00` : at));
}
