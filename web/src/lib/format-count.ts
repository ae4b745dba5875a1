/** Returns a number with separators of thousands: "12,431". */
export function formatNumber(n: number): string {
  return n.toLocaleString('en');
}

/**
 * Returns a number with its noun: "1 feed", "1,200 feeds". `plural` is needed if it is not the noun
 * with an s.
 */
export function formatCount(n: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(n)} ${n === 1 ? singular : plural}`;
}

/**
 * Returns how often a feed publishes: "~85 items a day", "~2 items a week"; '' when that is
 * unknown.
 */
export function formatItemRate(itemsPerDay: number | undefined): string {
  if (!itemsPerDay) return '';
  if (itemsPerDay >= 1) return `~${formatCount(Math.round(itemsPerDay), 'item')} a day`;
  const itemsPerWeek = itemsPerDay * 7;
  if (itemsPerWeek >= 1) return `~${formatCount(Math.round(itemsPerWeek), 'item')} a week`;
  return 'less than one item a week';
}
