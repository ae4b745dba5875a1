const MINUTE_MS = 60_000;

/** Returns the time between two dates, such as "4 min" or "2 h 5 min". */
export function durationBetween(from: Date, until: Date): string {
  const minutes = Math.round((until.getTime() - from.getTime()) / MINUTE_MS);
  if (minutes < 1) return 'less than 1 min';
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
}
