/** Length of a day in milliseconds. */
export const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the last days in UTC, such as 2026-11-22, the oldest first. */
export function lastDays(count: number, now: Date): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}
