import { formatNumber } from '@/lib/format-count';

/** Returns the change since yesterday in words; '' if yesterday's number is not known. */
export function changeText(today: number, yesterday: number | undefined): string {
  if (yesterday === undefined) return '';
  if (today === yesterday) return 'no change since yesterday';
  const more = today - yesterday;
  return `${more > 0 ? '+' : '−'}${formatNumber(Math.abs(more))} since yesterday`;
}
