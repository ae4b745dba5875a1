import type { EndpointSchedule } from '@/api/gen/types.gen';
import { formatDuration } from '@/lib/format-duration';

/** The days of a week with their short names, in the order of the form. */
export const DAYS = [
  ['mon', 'Mon'],
  ['tue', 'Tue'],
  ['wed', 'Wed'],
  ['thu', 'Thu'],
  ['fri', 'Fri'],
  ['sat', 'Sat'],
  ['sun', 'Sun'],
] as const;

/**
 * Returns a schedule in words, such as "every 30 min, 08:00–20:00 Europe/Madrid"; '' for the
 * default.
 */
export function describeSchedule(schedule: EndpointSchedule | null | undefined): string {
  if (!schedule) return '';
  const { mode, every_seconds = 0, cron = '', zone = 'UTC', window } = schedule;
  const interval = { adaptive: 'adaptive', fixed: `every ${formatDuration(every_seconds, 4)}`, cron: `cron ${cron}` }[
    mode
  ];
  if (!window) return mode === 'cron' ? `${interval} ${zone}` : interval;
  const days = DAYS.filter(([day]) => window.days?.includes(day)).map(([, name]) => `${name} `);
  return `${interval}, ${days.join('')}${window.from}–${window.to} ${zone}`;
}

/** Returns the schedule of a form value, which is its JSON; null for '', the default. */
export function parseSchedule(text: string): EndpointSchedule | null {
  return text === '' ? null : (JSON.parse(text) as EndpointSchedule);
}
