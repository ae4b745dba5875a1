import type { LiveListRead } from '@/api/gen/types.gen';

export const READ_RESULT: Record<LiveListRead['result'], string> = {
  proposed: 'Changes proposed',
  same: 'Nothing new',
  unchanged: 'Unchanged',
  refused: 'Refused',
  failed: 'Failed',
};

export const INTERVALS = [
  { value: '1', label: 'Every hour' },
  { value: '6', label: 'Every 6 hours' },
  { value: '24', label: 'Every day' },
  { value: '168', label: 'Every week' },
  { value: '720', label: 'Every 30 days' },
];

/** Returns the interval of a list in words. */
export function intervalLabel(hours: number): string {
  return INTERVALS.find(({ value }) => value === String(hours))?.label ?? `Every ${hours} hours`;
}
