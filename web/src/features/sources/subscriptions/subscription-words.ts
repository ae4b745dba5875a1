import type { SubscriptionContent, ViewSubscription } from '@/api/gen/types.gen';

export const CONTENT: Record<SubscriptionContent, string> = {
  all: 'All sources',
  changes: 'Only changes',
};

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The days on which a view is sent, as options of a select. */
export const DAY_OPTIONS = [
  { value: '0', label: 'Every day' },
  ...WEEKDAYS.map((name, i) => ({ value: String(i + 1), label: `Every ${name}` })),
];

/** The hours of a day, as options of a select. */
export const HOUR_OPTIONS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

type Times = Pick<ViewSubscription, 'weekday' | 'hour' | 'zone' | 'content'>;

/** Returns what is sent when: "Every Monday at 07:00 (UTC): only changes". */
export function describeSubscription({ weekday = 0, hour, zone, content }: Times): string {
  const day = DAY_OPTIONS[weekday]?.label ?? '';
  return `${day} at ${HOUR_OPTIONS[hour]?.label} (${zone}): ${CONTENT[content].toLowerCase()}`;
}
